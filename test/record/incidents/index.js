// Every recording, in the order in which `dedupe demo` lists them.
import { incident as slowWorkBeforeAnswer } from './slow-work-before-answer.js';

export const incidents = [slowWorkBeforeAnswer];
