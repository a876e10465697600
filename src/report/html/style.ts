// The one style sheet of the page, and the hash by which the page's policy knows it.
import { createHash } from 'node:crypto';
import { drawingStyle } from './style-drawing.ts';
import { pageStyle } from './style-page.ts';

/** `marks`: how many captions wait for their mark. */
export function sheetFor(marks: number): { style: string; hash: string } {
  const style = `${pageStyle}${drawingStyle}${captions(marks)}`;
  return { style, hash: `sha256-${createHash('sha256').update(style).digest('base64')}` };
}

/** The pointer wins over the keyboard; without either the hint stands there. */
function captions(marks: number): string {
  const numbers = Array.from({ length: marks }, (_, i) => i);
  const rules = (state: string) => numbers.map((i) => `.drawing:has(.m${i}:${state}) .t${i}`).join(',');
  if (marks === 0) return '';
  return `.drawing:has(.m:is(:hover,:focus)) .tip{visibility:hidden}
${rules('focus')}{visibility:visible}
.drawing:has(.m:hover) .tip{visibility:hidden}
${rules('hover')}{visibility:visible}
`;
}
