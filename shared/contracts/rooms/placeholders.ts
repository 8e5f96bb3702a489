import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { fileName, id, idParams, instant, success } from '../fields/base-fields.ts';
import { level } from './permissions.ts';

/** An entry of a folder in a room whose file is still to come. */
export const placeholder = z.object({
  id,
  folderId: id,
  name: z.string(),
  /** The index number. */
  number: z.string().optional(),
  /** `null` also for readers: only the staff of the room see it. */
  responsibleName: z.string().nullable(),
  dueAt: instant.nullable(),
  createdAt: instant,
});
export type Placeholder = z.infer<typeof placeholder>;

const responsibleName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(100, 'Use at most 100 characters')
  .regex(/^\P{Cc}*$/u, 'Use no control characters');

export const createPlaceholder = {
  method: 'POST',
  path: '/api/folders/:id/placeholders',
  summary: 'Add an entry without a file to a folder of a room; for its staff',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    name: fileName,
    responsibleName: responsibleName.nullable().default(null),
    dueAt: instant.nullable().default(null),
  }),
  result: placeholder,
  status: 201,
} as const satisfies Endpoint;

export const updatePlaceholder = {
  method: 'PATCH',
  path: '/api/placeholders/:id',
  summary: 'Change a placeholder; for the staff of its room',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({ name: fileName, responsibleName: responsibleName.nullable(), dueAt: instant.nullable() })
    .partial(),
  result: placeholder,
} as const satisfies Endpoint;

export const deletePlaceholder = {
  method: 'DELETE',
  path: '/api/placeholders/:id',
  summary: 'Remove a placeholder; for the staff of its room',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

const placeholderLevels = z.object({
  /** Managers change them. */
  mayChange: z.boolean(),
  /** The groups of the room by name; `null` is the level of the folder. */
  levels: z.array(z.object({ groupId: id, groupName: z.string(), level: level.nullable() })),
});

export const listPlaceholderLevels = {
  method: 'GET',
  path: '/api/placeholders/:id/levels',
  summary: 'The levels of groups on a placeholder; for the staff of its room',
  caller: 'user',
  params: idParams,
  result: placeholderLevels,
} as const satisfies Endpoint;

export const setPlaceholderLevels = {
  method: 'PUT',
  path: '/api/placeholders/:id/levels',
  summary:
    'Set levels of groups on a placeholder, which the file that replaces it takes over; `none` also hides the placeholder, and groups that are not named keep theirs',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    levels: z.array(z.strictObject({ groupId: id, level: level.nullable() })).max(1000),
  }),
  result: placeholderLevels,
} as const satisfies Endpoint;
