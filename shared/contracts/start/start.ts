import { z } from 'zod';
import { change } from '../changes/changes.ts';
import type { Endpoint } from '../endpoint.ts';
import { booleanText } from '../fields/base-fields.ts';
import { file } from '../files.ts';
import { folder } from '../folders.ts';
import { preferenceFields } from '../preferences.ts';
import { listApprovals } from '../rooms/approvals.ts';
import { listMemberships } from '../rooms/groups/group-members.ts';
import { listUploadFolders } from '../rooms/inbox.ts';
import { room } from '../rooms/rooms.ts';
import { user } from '../session.ts';
import { publicSettings } from '../settings.ts';
import { visitorStatus } from '../visitors.ts';

/** The lists of the home page, each as its own call answers it; a list of several pages is absent. */
const homeLists = z.object({
  /** All folders. */
  tree: z.array(folder).optional(),
  /** The folders in the root, with their contents. */
  folders: z.array(folder).optional(),
  /** The newest files of all folders, up to a page. */
  files: z.array(file),
  /** The rooms of which the user is staff; absent for visitors. */
  rooms: z.array(room).optional(),
  /** The first changes since the last visit. */
  changes: z.array(change),
  /** Requests of data rooms to the caller as a member of groups: to agree, and to send documents. */
  approvals: listApprovals.result,
  uploadFolders: listUploadFolders.result,
  /** The rooms of which the caller is a member of a group, also those in which they see no document. */
  memberships: listMemberships.result,
});
export type HomeLists = z.infer<typeof homeLists>;

export const getStart = {
  method: 'GET',
  path: '/api/start',
  summary:
    'What the web app needs before its first screen, in one answer: who is signed in or visits, preferences and settings; with `home=true` also the lists of the home page',
  caller: 'anyone',
  tokenScope: 'never',
  query: z.strictObject({ home: booleanText.optional() }),
  result: z.object({
    /** `null` when nobody is signed in. */
    user: user.nullable(),
    /** `null` without a user, and for a user who must first change the password or set up a second factor. */
    preferences: preferenceFields.nullable(),
    visitor: visitorStatus,
    settings: publicSettings,
    /** `null` unless asked for, and for those who may not see the home page. */
    home: homeLists.nullable(),
  }),
  isCompressed: true,
} as const satisfies Endpoint;
