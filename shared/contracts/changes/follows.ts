import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idText, instant, pageQuery, success } from '../fields/base-fields.ts';

const follow = z.object({
  kind: z.enum(['folder', 'file']),
  id,
  name: z.string(),
  /** The folder in which the caller sees the entry; `null` in the root. */
  folderId: id.nullable(),
  followedAt: instant,
});
export type Follow = z.infer<typeof follow>;

const followParams = z.strictObject({ kind: z.enum(['folder', 'file']), id: idText });

export const listFollows = {
  method: 'GET',
  path: '/api/follows',
  summary: 'The folders and files that the caller follows and sees, in the order of following',
  caller: 'actor',
  query: z.strictObject(pageQuery),
  result: z.array(follow),
} as const satisfies Endpoint;

export const followEntry = {
  method: 'PUT',
  path: '/api/follows/:kind/:id',
  summary:
    'Follow a folder with everything in it, or a file: changes of it are mailed as the digest of its room says',
  caller: 'actor',
  params: followParams,
  result: follow,
} as const satisfies Endpoint;

export const unfollowEntry = {
  method: 'DELETE',
  path: '/api/follows/:kind/:id',
  summary: 'Stop following a folder or file',
  caller: 'actor',
  params: followParams,
  result: success,
} as const satisfies Endpoint;
