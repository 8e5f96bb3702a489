import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeType } from './describe-type.ts';
import { renderApiReference } from './render-api-reference.ts';

test('docs/api.md is what the contracts and the permission table say', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
  expect(page === (await renderApiReference()), 'run `npm run api-page` and commit docs/api.md').toBe(true);
});

test('a schema reads as a type', () => {
  const schema = z.object({
    name: z.string(),
    parentId: z.int().nullable().optional(),
    kinds: z.array(z.enum(['a', 'b'])),
    at: z.iso.datetime(),
  });
  expect(describeType(schema, 'input')).toBe(
    '{ name: string, parentId?: integer | null, kinds: ("a" | "b")[], at: instant }',
  );
});
