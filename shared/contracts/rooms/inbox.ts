import { z } from 'zod';
import { fileIds } from '../bulk.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery, success } from '../fields/base-fields.ts';

const inboxFile = z.object({
  id,
  name: z.string(),
  /** Size in bytes. */
  size: z.int().nonnegative(),
  /** The folder that it was sent to, which the group does not see. */
  folderId: id,
  folderName: z.string(),
  /** The address of the member who sent it. */
  sender: z.string(),
  receivedAt: instant,
});
export type InboxFile = z.infer<typeof inboxFile>;

export const listInbox = {
  method: 'GET',
  path: '/api/groups/:id/inbox',
  summary:
    'The files that members of a group sent to folders that they do not see, oldest first; for the staff of the room',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(inboxFile),
} as const satisfies Endpoint;

export const acceptInboxFiles = {
  method: 'POST',
  path: '/api/groups/:id/inbox/accept',
  summary:
    'Take files out of the inbox into a folder of the room, as drafts where uploads are drafts: all or none; for the staff of the room',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    fileIds,
    folderId: id,
  }),
  result: success,
  status: 200,
} as const satisfies Endpoint;

export const listUploadFolders = {
  method: 'GET',
  path: '/api/upload-folders',
  summary:
    'The folders that you may send files to as a member of a group without seeing what is in them; at most 1,000',
  caller: 'actor',
  result: z.array(z.object({ id, name: z.string(), roomId: id })),
} as const satisfies Endpoint;
