// A sender of events that a configuration describes: where its ids stand, and how it repeats.

/** A header (`header:X-Acme-Delivery`, in any case) or a path in the JSON body (`data.object.id`). */
export type PlaceInRequest = string;

export interface ProviderDescription {
  readonly title: string | undefined;
  readonly eventId: PlaceInRequest;
  /** What an event id is unique in: an account, a shop. Undefined: it is unique by itself. */
  readonly scope: PlaceInRequest | undefined;
  readonly type: PlaceInRequest | undefined;
  readonly subject: PlaceInRequest | undefined;
  readonly retryNum: PlaceInRequest | undefined;
  readonly retryReason: PlaceInRequest | undefined;
  /** How long it waits for an answer. Milliseconds; undefined: not known. */
  readonly answerWithinMs: number | undefined;
  /** The waits between its attempts, in order. Empty: it repeats nothing by itself. Undefined: not known. */
  readonly retryGapsMs: readonly number[] | undefined;
  /** After this long no repeat comes. Undefined: the sum of the waits; with unknown waits nothing is known. */
  readonly horizonMs: number | undefined;
  readonly documentation: string | undefined;
}

/** By name: small letters, digits and hyphens. */
export type ProviderDescriptions = Readonly<Record<string, ProviderDescription>>;
