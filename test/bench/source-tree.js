// A repository of many source files as companies have them: services, models and pages that know nothing of Slack, a few files that
// mention it, and the parts of an app or two. The same tree for the same count.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slackFiles } from './source-tree-slack.js';

const nouns =
  'account address amount batch buffer cache cart channel client config contract cursor customer document entry error event feature field filter flag group handler header history image index invoice item job label ledger limit link list locale member message meta method model module name node note object offer option order owner page parcel part path payment plan point policy price product profile project query queue range rate record region report request result role route row rule schema scope section segment session setting shape signal source stage state step store stream subject summary table target task team template tenant theme ticket token topic total trace track unit user value variant vendor version view visit warehouse widget worker zone'.split(
    ' ',
  );
const verbs =
  'add apply assert attach build calculate check clear collect compare compute convert copy create decode delete detect encode ensure expand extract fetch filter find format generate get group handle hydrate import insert join load map mark match merge move normalize open order pack parse pick prepare print process publish read reduce refresh register release remove rename render replace reset resolve restore save scan schedule select send serialize set sort split start stop store strip submit sum sync take toggle track transform trim update upload validate verify visit wait wrap write'.split(
    ' ',
  );

/** About 10 KB each on average, from one to some dozens. What few of them have to do with Slack stands beside. */
export function writeSourceTree(folder, files) {
  const chance = chanceFrom(20_261_130);
  const chunks = { ts: many(1200, () => typescript(chance)), py: many(400, () => python(chance)) };
  for (let i = 0; i < files; i++) {
    const home = join(folder, `packages/part${Math.floor(i / 400)}`, `area${Math.floor((i % 400) / 20)}`);
    if (i % 20 === 0) mkdirSync(home, { recursive: true });
    const isPython = Math.floor(i / 2000) % 5 === 4;
    const kind = isPython ? 'py' : 'ts';
    const about = slackFiles(kind, i);
    const name = about?.name ?? (i % 20 === 7 && !isPython ? 'index' : `${chance.of(verbs)}-${chance.of(nouns)}-${i}`);
    const size = 1000 + 9500 * -Math.log(1 - chance.next());
    writeFileSync(
      join(home, `${isPython ? name.replaceAll('-', '_') : name}.${kind}`),
      [about?.head ?? heads[kind](chance), ...body(chunks[kind], chance, size), about?.tail ?? ''].join('\n'),
    );
  }
}

function body(chunks, chance, size) {
  const taken = [];
  for (let length = 0; length < size; length += taken.at(-1).length) taken.push(chance.of(chunks));
  return taken;
}

function many(count, make) {
  return Array.from({ length: count }, make);
}

const heads = {
  ts: (chance) =>
    many(
      6,
      () => `import { ${chance.name()}, ${chance.name()} } from '../${chance.of(nouns)}/${chance.of(nouns)}';`,
    ).join('\n'),
  py: (chance) =>
    [
      'import logging',
      ...many(5, () => `from app.${chance.of(nouns)} import ${chance.snake()}`),
      'logger = logging.getLogger(__name__)',
    ].join('\n'),
};

function typescript(chance) {
  const [name, first, second, local] = [chance.name(), chance.of(nouns), chance.of(nouns), chance.name()];
  return `
/** ${sentence(chance)} */
${chance.next() < 0.3 ? 'export ' : ''}async function ${name}(${first}: string, ${second}: Record<string, number>): Promise<string[]> {
  const ${local} = await this.${chance.of(nouns)}Store.${chance.name()}(${first}, { limit: ${chance.below(500)}, ${chance.of(nouns)}: true });
  if (!${local}) throw new Error(\`no ${first} for \${${first}}\`);
  // ${sentence(chance)}
  const found = ${local}.filter((one) => one.${chance.of(nouns)} > ${second}.${chance.of(nouns)}).map((one) => \`\${one.id}:${chance.of(nouns)}\`);
  for (const [key, value] of Object.entries(${second})) {
    if (value === ${chance.below(90)}) continue;
    found.push(${chance.name()}(key, value ?? ${chance.below(9)}));
    logger.debug('${sentence(chance)}', { key, ${chance.of(nouns)}: value * 2 });
  }
  switch (${local}.${chance.of(nouns)}) {
    case '${chance.of(nouns)}':
      return found.slice(0, ${chance.below(20)});
    default:
      return ${chance.name()}(found, ${first});
  }
}
`;
}

function python(chance) {
  const [name, first, second, local] = [chance.snake(), chance.of(nouns), `${chance.of(nouns)}_id`, chance.snake()];
  return `
def ${name}(${first}, ${second}=None):
    """${sentence(chance)}"""
    ${local} = ${chance.of(nouns)}_store.${chance.snake()}(${first}, limit=${chance.below(500)})
    if ${local} is None:
        raise ValueError(f"no ${first} for {${second}}")
    # ${sentence(chance)}
    found = [one["${chance.of(nouns)}"] for one in ${local} if one.get("${chance.of(nouns)}") != ${second}]
    for key, value in ${local}.items():
        if value == ${chance.below(90)}:
            continue
        found.append(${chance.snake()}(key, value or ${chance.below(9)}))
        logger.debug("${sentence(chance)}", extra={"${chance.of(nouns)}": value})
    return ${chance.snake()}(found, ${first})
`;
}

function sentence(chance) {
  return many(6 + chance.below(8), () => chance.of(chance.next() < 0.4 ? verbs : nouns)).join(' ');
}

/** Mulberry32: the same numbers everywhere. */
function chanceFrom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  const of = (list) => list[below(list.length)];
  const capital = (word) => word[0].toUpperCase() + word.slice(1);
  return { next, below, of, name: () => `${of(verbs)}${capital(of(nouns))}`, snake: () => `${of(verbs)}_${of(nouns)}` };
}
