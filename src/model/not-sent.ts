// Did the request leave at all? Only what failed before its first byte is proven not executed.

/** Codes of Node and of its HTTP client for what happens before anything is sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  // Those of OpenSSL that only a handshake ends with; others may come in the middle of a request.
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
]);

const mark = Symbol.for('event-dedupe.not-sent');

/** For whoever makes connections and saw one fail: a request without a connection has sent nothing. */
export function markNotSent(error: Error): void {
  Object.defineProperty(error, mark, { value: true });
}

/** The code, looked for in the error and in what caused it. Undefined: it may have been sent. */
export function notSentCode(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string' && (beforeSending.has(code) || isBeforeHandshake(code, error))) return code;
  // Every address of a name was tried.
  if (Array.isArray(errors) && errors.length > 0) {
    const codes = errors.map((one) => notSentCode(one, depth + 1));
    if (codes.every((one) => one !== undefined)) return codes[0];
  }
  if (mark in error) return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'ERR_NOT_CONNECTED';
  return notSentCode(cause, depth + 1);
}

/** Node has one code for a connection that is reset at any time, and these words for one that never became secure. */
function isBeforeHandshake(code: string, error: object): boolean {
  return code === 'ECONNRESET' && /before secure TLS connection/.test(String(Reflect.get(error, 'message')));
}
