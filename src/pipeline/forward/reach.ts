// Does the application behind the receiver take requests? Told when that changes, and kept for whoever watches.
import { notSentCode } from '../../model/not-sent.ts';

/** `code`: why no request can begin, such as ECONNREFUSED. Undefined: it takes them again. */
export type OnReach = (code: string | undefined) => void;

export interface Reach {
  /** Runs one request and judges by its end; rejects with what the request rejects with. */
  watch<T>(request: Promise<T>): Promise<T>;
  /** Undefined: nothing was sent yet. */
  readonly isUp: boolean | undefined;
}

/** An application that is slow, breaks off or answers with an error is there: only a request that could not begin says that it is not. */
export function createReach(onReach: OnReach = () => {}): Reach {
  let isUp: boolean | undefined;
  const found = (code: string | undefined) => {
    const was = isUp ?? true;
    isUp = code === undefined;
    if (was !== isUp) onReach(code);
  };
  return {
    async watch(request) {
      try {
        const answer = await request;
        found(undefined);
        return answer;
      } catch (error) {
        const code = notSentCode(error);
        if (code !== undefined) found(code);
        throw error;
      }
    },
    get isUp() {
      return isUp;
    },
  };
}
