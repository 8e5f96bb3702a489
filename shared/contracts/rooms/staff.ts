import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, idText, pageQuery, success } from '../fields/base-fields.ts';
import { personNames } from '../fields/person-fields.ts';
import { staffRole } from './room-fields.ts';

const staffMember = z.object({
  /** The id of the user. */
  id,
  username: z.string(),
  email: z.string(),
  ...personNames,
  role: staffRole,
});
export type StaffMember = z.infer<typeof staffMember>;

const staffParams = idParams.extend({ userId: idText });

export const listStaff = {
  method: 'GET',
  path: '/api/rooms/:id/staff',
  summary: 'The managers and editors of a room, by user; for its staff',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(staffMember),
} as const satisfies Endpoint;

export const getStaffMember = {
  method: 'GET',
  path: '/api/rooms/:id/staff/:userId',
  summary: 'One manager or editor of a room; for its staff',
  caller: 'user',
  params: staffParams,
  result: staffMember,
} as const satisfies Endpoint;

export const appointStaff = {
  method: 'PUT',
  path: '/api/rooms/:id/staff/:userId',
  summary: 'Appoint a manager or an editor of a room, or change the role of one; for its managers',
  caller: 'user',
  params: staffParams,
  body: z.strictObject({ role: staffRole }),
  result: staffMember,
} as const satisfies Endpoint;

export const removeStaff = {
  method: 'DELETE',
  path: '/api/rooms/:id/staff/:userId',
  summary:
    'Remove a manager or an editor of a room, whose access ends at the next request; 409 for the last manager',
  caller: 'user',
  params: staffParams,
  result: success,
} as const satisfies Endpoint;
