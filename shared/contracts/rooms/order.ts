import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery } from '../fields/base-fields.ts';
import { file } from '../files.ts';
import { folder } from '../folders.ts';
import { placeholder } from './placeholders.ts';
import { roomWithSettings } from './rooms.ts';

const kind = z.enum(['folder', 'file', 'placeholder']);
const listedKind = z.enum(['folder', 'file', 'placeholder', 'withdrawn']);
const entryKey = z.strictObject({ kind, id });

/** The position of the last entry of a page, as the Link header names it. */
const cursor = z
  .string()
  .regex(/^(folder|file|placeholder|withdrawn)-[1-9]\d{0,14}$/, 'Must come from the Link header')
  .transform((text) => ({ kind: listedKind.parse(text.split('-')[0]), id: Number(text.split('-')[1]) }));

/** The place of an entry that was removed after the numbers were frozen; only the staff of the room see it. */
const withdrawnEntry = z.object({
  kind: z.literal('withdrawn'),
  /** The id of the line; that of the entry is not shown. */
  id,
  entryKind: kind,
  name: z.string(),
  number: z.string(),
  withdrawnAt: instant,
});
export type WithdrawnEntry = z.infer<typeof withdrawnEntry>;

const entry = z.discriminatedUnion('kind', [
  folder.extend({ kind: z.literal('folder') }),
  file.extend({ kind: z.literal('file') }),
  placeholder.extend({ kind: z.literal('placeholder') }),
  withdrawnEntry,
]);
export type Entry = z.infer<typeof entry>;

export const listEntries = {
  method: 'GET',
  path: '/api/folders/:id/entries',
  summary:
    'The folders, files and placeholders directly in a folder in the order of the index; in a room with their numbers, and for its staff with the numbers that were withdrawn',
  caller: 'actor',
  params: idParams,
  query: z.strictObject({
    /** Lists only entries of this kind. */
    kind: listedKind.optional(),
    limit: pageQuery.limit,
    cursor: cursor.optional(),
  }),
  result: z.array(entry),
  isCompressed: true,
} as const satisfies Endpoint;

export const orderEntry = {
  method: 'PATCH',
  path: '/api/folders/:id/order',
  summary:
    'Move a folder, file or placeholder of a folder in a room before another one of it, or to the end with `before: null`; 409 if one of them is no longer there',
  caller: 'user',
  params: idParams,
  body: entryKey.extend({ before: entryKey.nullable() }),
  result: z.object({ number: z.string() }),
} as const satisfies Endpoint;

export const freezeNumbers = {
  method: 'POST',
  path: '/api/rooms/:id/numbers/freeze',
  summary:
    'Freeze the numbers of a room for good: new entries are appended, removed ones leave their number behind; for its managers. 409 if they are frozen',
  caller: 'user',
  params: idParams,
  result: roomWithSettings,
} as const satisfies Endpoint;
