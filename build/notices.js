// The licences of what is copied into the build, beside it.
import { readFile, writeFile } from 'node:fs/promises';

/** Licences of everything that was copied into the bundle. */
export async function writeNotices(dist, inputs) {
  const names = new Set(
    // Of the grammar nothing is bundled, and its file is there all the same.
    [...inputs, 'node_modules/tree-sitter-python/']
      .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
      .filter((name) => name !== undefined),
  );
  const notices = [];
  for (const name of [...names].sort()) {
    const { version, license } = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'));
    notices.push(`${name} ${version} (${license})\n\n${await licenceText(name)}`);
  }
  await writeFile(`${dist}/THIRD-PARTY-NOTICES.txt`, notices.join(`\n${'-'.repeat(78)}\n\n`));
}

async function licenceText(name) {
  for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE', 'License.md']) {
    const text = await readFile(`node_modules/${name}/${file}`, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return '(the package ships no licence file)\n';
}
