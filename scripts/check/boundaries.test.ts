import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { checkBoundaries } from './boundaries.ts';
import { type PlantedViolation, VALID_FILES, VIOLATIONS } from './testing/boundary-fixtures.ts';

const repository = join(import.meta.dirname, '..', '..');
const config = z
  .object({ forbidden: z.array(z.object({ name: z.string() })) })
  .parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'));

const ruleNames = config.forbidden.map(({ name }) => name);
const violations = [
  ...VIOLATIONS,
  ...plantOrderViolations('server/modules', 'module', listOrdered('module', 'mcp')),
  ...plantOrderViolations('web/features', 'feature', listOrdered('feature', 'integrations')),
];

const folders: string[] = [];
let violationsFound: string;
beforeAll(async () => {
  const planted = Object.fromEntries(violations.map(([, file, text]) => [file, text]));
  violationsFound = (await checkBoundaries(createRepository({ ...VALID_FILES, ...planted }))).output;
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test('a repository without forbidden imports passes', async () => {
  expect(await checkBoundaries(createRepository(VALID_FILES))).toEqual({ ok: true, output: '' });
});

test.for(violations)('the rule %s reports %s', ([rule, file]) => {
  expect(violationsFound.split('\n').map((line) => line.split(' → ')[0])).toContain(`${rule}: ${file}`);
});

test('every rule has a planted violation', () => {
  expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(ruleNames));
});

test('a check that sees no source files fails', async () => {
  const root = createRepository(VALID_FILES);
  writeFileSync(
    join(root, '.dependency-cruiser.cjs'),
    "module.exports = { options: { exclude: '[.]tsx?$' } };",
  );
  const { ok, output } = await checkBoundaries(root);
  expect(ok).toBe(false);
  expect(output).toContain('not seen: server/app/app.ts');
});

test('a repository without source files fails', async () => {
  expect((await checkBoundaries(createRepository({}))).ok).toBe(false);
});

test('a broken configuration fails', async () => {
  const root = createRepository(VALID_FILES);
  writeFileSync(join(root, '.dependency-cruiser.cjs'), 'module.exports = {');
  expect((await checkBoundaries(root)).output).toContain('dependency-cruiser failed');
});

/** Plants violations of the order of modules (or features): each of `names` imports the next one. */
function plantOrderViolations(folder: string, kind: string, names: string[]): PlantedViolation[] {
  return names.slice(0, -1).map((name, position) => {
    const text = `import '../${names[position + 1]}/later.ts'; export const later = 1;`;
    return [`${kind}-${name}-uses-no-later-${kind}`, `${folder}/${name}/later.ts`, text];
  });
}

/** Returns the modules or features in their order. Each has a rule of its own, except `last`. */
function listOrdered(kind: string, last: string): string[] {
  const pattern = new RegExp(`^${kind}-(.+)-uses-no-later-${kind}$`);
  return [...ruleNames.flatMap((name) => pattern.exec(name)?.[1] ?? []), last];
}

function createRepository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'muniment-boundaries-'));
  folders.push(root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  for (const file of ['package.json', '.dependency-cruiser.cjs'])
    cpSync(join(repository, file), join(root, file));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
