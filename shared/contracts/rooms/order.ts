import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, pageQuery } from '../fields/base-fields.ts';
import { file } from '../files.ts';
import { folder } from '../folders.ts';

const kind = z.enum(['folder', 'file']);
const entryKey = z.strictObject({ kind, id });

/** The position of the last entry of a page, as the Link header names it. */
const cursor = z
  .string()
  .regex(/^(folder|file)-[1-9]\d{0,14}$/, 'Must come from the Link header')
  .transform((text) => ({ kind: kind.parse(text.split('-')[0]), id: Number(text.split('-')[1]) }));

const entry = z.discriminatedUnion('kind', [
  folder.extend({ kind: z.literal('folder') }),
  file.extend({ kind: z.literal('file') }),
]);
export type Entry = z.infer<typeof entry>;

export const listEntries = {
  method: 'GET',
  path: '/api/folders/:id/entries',
  summary:
    'The folders and files directly in a folder in the order of the index; in a room with their numbers',
  caller: 'actor',
  params: idParams,
  query: z.strictObject({ limit: pageQuery.limit, cursor: cursor.optional() }),
  result: z.array(entry),
  isCompressed: true,
} as const satisfies Endpoint;

export const orderEntry = {
  method: 'PATCH',
  path: '/api/folders/:id/order',
  summary:
    'Move a folder or file of a folder in a room before another one of it, or to the end with `before: null`; 409 if one of them is no longer there',
  caller: 'user',
  params: idParams,
  body: entryKey.extend({ before: entryKey.nullable() }),
  result: z.object({ number: z.string() }),
} as const satisfies Endpoint;
