// Documents in which every text that can be foreign is a payload. Only the words that this program chooses from a list stay.
import type { TraceDocument } from '../../src/model/trace-document.ts';
import { raw } from './cases.ts';

export const payloads: Readonly<Record<string, string>> = {
  script: '<script>window.owned=1</script>',
  handler: '"><img src=https://evil.example/p onerror=window.owned=1>',
  breakOut: `'"--></style></script></title></textarea><svg/onload=window.owned=1>`,
  address: 'javascript:window.owned=1//https://evil.example/%0awindow.owned=1',
  data: 'data:text/html,<script>window.owned=1</script>',
  svg: '<svg><animate onbegin=window.owned=1 attributeName=x dur=1s><use href="https://evil.example/x.svg#x"/></svg>',
  meta: '<meta http-equiv=refresh content="0;url=https://evil.example/"><base href=https://evil.example/>',
  style: '</style><style>@import "https://evil.example/c.css";*{background:url(https://evil.example/b)}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must arrive as it stands.
  template: '{{constructor.constructor("window.owned=1")()}} ${window.owned=1} <%= window.owned=1 %> #{1}',
  entity: '&lt;script&gt;window.owned=1&lt;/script&gt;&#x3c;img src=x onerror=window.owned=1&#x3e;',
  bidi: '\u202e\u2066txt.exe\u2069 \u200f\u061c',
  calls: '@channel @here <!channel> <!here|x> <@U024BE7LH> <https://evil.example|safe>',
  markdown: '[a](https://evil.example) ![b](https://evil.example/i.png) **b** _i_ `c` ```\n# h\n| a | b |\n- [ ] x',
  fence: '````` ~~~~~ </details>',
  bare: 'https://evil.example/path www.evil.example evil@evil.example #1 GH-2 :boom: $x$',
  list: '- 1. + > # === --- *** ___',
  long: `${'A'.repeat(5000)} ${'\u0301'.repeat(50)} ${'日本語'.repeat(200)}`,
};

/** From a list of this program, never from outside: a document that is replayed is computed anew. */
const chosen = new Set(['verdict', 'role', 'certainty', 'kind', 'state', 'between', 'at', 'sent_at', 'rule', 'family']);

export function poisoned(name: string, payload: string): TraceDocument {
  return replaced(raw(name), payload) as TraceDocument;
}

function replaced(value: unknown, payload: string): unknown {
  if (typeof value === 'string') return payload;
  if (Array.isArray(value)) return value.map((item) => replaced(item, payload));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      chosen.has(key) && typeof item === 'string' ? item : replaced(item, payload),
    ]),
  );
}
