import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id, idParams, idText, pageQuery, success } from './fields/base-fields.ts';

const collaborator = z.object({ id, username: z.string(), email: z.string() });
export type Collaborator = z.infer<typeof collaborator>;

export const listCollaborators = {
  method: 'GET',
  path: '/api/folders/:id/collaborators',
  summary: 'The collaborators of a folder; for its owner and administrators',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(collaborator),
} as const satisfies Endpoint;

export const addCollaborator = {
  method: 'POST',
  path: '/api/folders/:id/collaborators',
  summary: 'Give a user edit access to a folder and everything below it',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ userId: id }),
  result: collaborator,
  status: 201,
} as const satisfies Endpoint;

export const removeCollaborator = {
  method: 'DELETE',
  path: '/api/folders/:id/collaborators/:userId',
  summary: "Revoke a user's edit access to a folder",
  caller: 'user',
  params: idParams.extend({ userId: idText }),
  result: success,
} as const satisfies Endpoint;
