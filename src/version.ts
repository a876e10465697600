// Who wrote a file that another version may read.
import manifest from '../package.json' with { type: 'json' };

/** `event-dedupe 0.1.0`. */
export const writtenBy = `${manifest.name} ${manifest.version}`;
