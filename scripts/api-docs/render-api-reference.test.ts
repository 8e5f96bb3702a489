import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeType, renderApiReference } from './render-api-reference.ts';

test('docs/api.md is up to date with the contracts and the permission table', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
  expect(page === (await renderApiReference()), 'run `npm run docs:api` and commit docs/api.md').toBe(true);
});

test('a schema is rendered as a type', () => {
  const schema = z.object({
    name: z.string(),
    note: z.string().nullable(),
    parentId: z.int().nullable().optional(),
    kinds: z.array(z.enum(['a', 'b'])),
    createdAt: z.iso.datetime(),
  });
  expect(describeType(schema, 'input')).toBe(
    '{ name: string, note: string | null, parentId?: integer | null, kinds: ("a" | "b")[], createdAt: timestamp }',
  );
});
