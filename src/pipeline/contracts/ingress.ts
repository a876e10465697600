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
  /** The application has answered what somebody waits for; the event was durable before it was asked. */
  | {
      readonly status: number;
      readonly disposition: 'answered';
      readonly sourceEventKey: string;
      readonly body: string | Uint8Array;
      readonly contentType: string;
    }
  /** 504: it was asked and has not answered in time; whether it acted is not known yet. 503: it could not be asked, and will not be. */
  | { readonly status: 503 | 504; readonly disposition: 'unanswered'; readonly reason: string }
  | { readonly status: 200; readonly disposition: 'filtered'; readonly reason: string }
  /** The sender asks for something and reports nothing. */
  | {
      readonly status: number;
      readonly disposition: 'question';
      readonly body: string | Uint8Array;
      readonly contentType: string;
    }
  /** Bad signature, foreign app, not an event: nothing was inserted. */
  | { readonly status: 400 | 401 | 403 | 404 | 405 | 413; readonly disposition: 'refused'; readonly reason: string }
  /** No commit in time: durability is not known, and the sender's retry will meet the row if there is one. */
  | { readonly status: 503; readonly disposition: 'unknown'; readonly reason: string };
