import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery, success } from '../fields/base-fields.ts';

const template = z.object({
  id,
  name: z.string(),
  /** Says in one line what a delivered template is for. */
  description: z.string().nullable(),
  /** Tells whether every installation has it; it cannot be deleted. */
  isDelivered: z.boolean(),
  /** How much a room from it contains. */
  folders: z.int(),
  groups: z.int(),
  requests: z.int(),
  /** `null` for delivered templates. */
  createdAt: instant.nullable(),
});
export type RoomTemplate = z.infer<typeof template>;

export const listTemplates = {
  method: 'GET',
  path: '/api/room-templates',
  summary: 'The delivered templates of rooms and those of the caller; administrators get all',
  caller: 'user',
  query: z.strictObject(pageQuery),
  result: z.array(template),
} as const satisfies Endpoint;

export const createTemplate = {
  method: 'POST',
  path: '/api/room-templates',
  summary:
    'Save the folders, groups, areas and requests of a room as a template, never documents or people; for its managers',
  caller: 'user',
  body: z.strictObject({
    roomId: id,
    name: z
      .string()
      .trim()
      .min(1, 'Enter a name')
      .max(100, 'Use at most 100 characters')
      .regex(/^\P{Cc}*$/u, 'Use no control characters'),
  }),
  result: template,
  status: 201,
} as const satisfies Endpoint;

export const deleteTemplate = {
  method: 'DELETE',
  path: '/api/room-templates/:id',
  summary: 'Delete a template; rooms that were created from it stay. For its creator and administrators',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
