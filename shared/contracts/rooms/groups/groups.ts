import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { idParams, instant, success } from '../../fields/base-fields.ts';
import { group, groupName, groupRules, watermarkChoice } from './group-fields.ts';

export type Group = z.infer<typeof group>;

export const listGroups = {
  method: 'GET',
  path: '/api/rooms/:id/groups',
  summary: 'The groups of a room, by name; for its staff',
  caller: 'user',
  params: idParams,
  result: z.array(group),
} as const satisfies Endpoint;

export const createGroup = {
  method: 'POST',
  path: '/api/rooms/:id/groups',
  summary: 'Create a group in a room; it sees nothing until permissions are set',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({ ...groupRules, ...watermarkChoice })
    .partial()
    .extend({ name: groupName, endsAt: instant.nullable().default(null) }),
  result: group,
  status: 201,
} as const satisfies Endpoint;

export const getGroup = {
  method: 'GET',
  path: '/api/groups/:id',
  summary: 'One group; for the staff of its room',
  caller: 'user',
  params: idParams,
  result: group,
} as const satisfies Endpoint;

export const updateGroup = {
  method: 'PATCH',
  path: '/api/groups/:id',
  summary: 'Rename a group, or change its end or its rules',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({ name: groupName, endsAt: instant.nullable(), ...groupRules, ...watermarkChoice })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Name what to change'),
  result: group,
} as const satisfies Endpoint;

export const deleteGroup = {
  method: 'DELETE',
  path: '/api/groups/:id',
  summary: 'Delete a group: its members lose the access that it gave, and their links end',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
