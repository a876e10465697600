// The twelve steps, in the order in which they are taken. The number of a step is its place.
import type { Step } from '../model/checkup.ts';
import { consumersCounted } from './consumers-counted.ts';
import { durableBeforeAnswer } from './durable-before-answer.ts';
import { errorsInClasses } from './errors-in-classes.ts';
import { eventLinkedToTasks } from './event-linked-to-tasks.ts';
import { failuresDrilled } from './failures-drilled.ts';
import { figuresWatched } from './figures-watched.ts';
import { ownMessagesFiltered } from './own-messages-filtered.ts';
import { retriesReadable } from './retries-readable.ts';
import { signatureChecked } from './signature-checked.ts';
import { uniqueEffectKey } from './unique-effect-key.ts';
import { uniqueInboundKey } from './unique-inbound-key.ts';
import { workOnInsertOnly } from './work-on-insert-only.ts';

export const steps: readonly Step[] = [
  eventLinkedToTasks,
  retriesReadable,
  signatureChecked,
  durableBeforeAnswer,
  uniqueInboundKey,
  workOnInsertOnly,
  uniqueEffectKey,
  errorsInClasses,
  consumersCounted,
  ownMessagesFiltered,
  failuresDrilled,
  figuresWatched,
];
