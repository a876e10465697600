// What the receiver answers. Received is durable before any 2xx; only a new insert creates work, in the same transaction.

export type IngressAnswer =
  /** The row and its work are committed. */
  | { readonly status: 200; readonly disposition: 'accepted'; readonly sourceEventKey: string }
  /** The row was there: the same key, the same result, no new work. `resultId`: once there is one. */
  | {
      readonly status: 200;
      readonly disposition: 'duplicate';
      readonly sourceEventKey: string;
      readonly resultId: string | undefined;
    }
  | { readonly status: 200; readonly disposition: 'filtered'; readonly reason: string }
  /** The sender asks for something and reports nothing. */
  | { readonly status: 200; readonly disposition: 'question'; readonly body: string; readonly contentType: string }
  /** Bad signature, foreign app, not an event: nothing was inserted. */
  | { readonly status: 400 | 401 | 403 | 404 | 405 | 413; readonly disposition: 'refused'; readonly reason: string }
  /** No commit in time: durability is not known, and the sender's retry will meet the row if there is one. */
  | { readonly status: 503; readonly disposition: 'unknown'; readonly reason: string };
