// Did the request leave at all? Only what failed before its first byte is proven not executed.

/** Codes of Node and of its HTTP client for what happens before anything is sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The code, looked for in the error and in what caused it. Undefined: it may have been sent. */
export function notSentCode(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string' && beforeSending.has(code)) return code;
  // Every address of a name was tried.
  if (Array.isArray(errors) && errors.length > 0) {
    const codes = errors.map((one) => notSentCode(one, depth + 1));
    if (codes.every((one) => one !== undefined)) return codes[0];
  }
  return notSentCode(cause, depth + 1);
}
