// Every recording, in the order in which `dedupe demo` lists them.
import { incident as cleanEvent } from './clean-event.js';
import { incident as laterStepFails } from './later-step-fails.js';
import { incident as mentionAndMessage } from './mention-and-message.js';
import { incident as retrySuppressed } from './retry-suppressed.js';
import { incident as slowWorkBeforeAnswer } from './slow-work-before-answer.js';

export const incidents = [slowWorkBeforeAnswer, mentionAndMessage, laterStepFails, cleanEvent, retrySuppressed];
