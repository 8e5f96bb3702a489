import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant } from '../fields/base-fields.ts';
import { personNames } from '../fields/person-fields.ts';
import { invitationRole } from '../invitations.ts';
import { linkLevel } from './links.ts';

/** The folder above that gives the access; `null` if the folder itself does. */
const inheritedFrom = z
  .object({
    /** Both are `null` for access to all folders. */
    folderId: id.nullable(),
    folderName: z.string().nullable(),
  })
  .nullable();

const sharedPerson = z.object({
  id,
  username: z.string(),
  email: z.string(),
  ...personNames,
  role: z.enum(['owner', 'collaborator']),
  inheritedFrom,
  /**
   * When the person last opened a file in the folder or below it; an owner's views are not recorded. Absent where the room hides
   * persons.
   */
  lastOpenedAt: instant.nullable().optional(),
});
export type SharedPerson = z.infer<typeof sharedPerson>;

const sharedLink = z.object({
  invitationId: id,
  /** `null` for a link without an email address. */
  email: z.string().nullable(),
  /** A collaborator's invitation is listed until it is accepted. */
  role: invitationRole,
  expiresAt: instant,
  allowDownload: z.boolean(),
  inheritedFrom,
  /**
   * `null` unless the caller may copy and revoke the link: its inviter and administrators. Also for API tokens that may only
   * read, or are for certain folders.
   */
  url: z.string().nullable(),
  /** True if the link also opens folders that are neither this one nor below it. */
  opensOtherFolders: z.boolean(),
  /** When the link was last used. */
  lastSeenAt: instant.nullable(),
});
export type SharedLink = z.infer<typeof sharedLink>;

const sharedGroup = z.object({
  id,
  roomId: id,
  name: z.string(),
  memberCount: z.int(),
  level: z.enum(['view', 'download', 'original']),
});
export type SharedGroup = z.infer<typeof sharedGroup>;

const sharedAccessLink = z.object({
  id,
  name: z.string(),
  level: linkLevel,
  /** `null` for a link without an end. */
  expiresAt: instant.nullable(),
  lastVisitAt: instant.nullable(),
  inheritedFrom,
  /** `null` unless the caller may change the link: its owner and administrators. Also for such tokens. */
  url: z.string().nullable(),
});
export type SharedAccessLink = z.infer<typeof sharedAccessLink>;

export const listSharing = {
  method: 'GET',
  path: '/api/folders/:id/sharing',
  summary:
    'Who can open a folder, with the groups of its room, and the links to it, with their last activity; for its owner and administrators',
  caller: 'user',
  params: idParams,
  result: z.object({
    people: z.array(sharedPerson),
    /** The groups of the room that can open the folder now; for the staff of the room, for others none. */
    groups: z.array(sharedGroup),
    /** The links of invitations. */
    links: z.array(sharedLink),
    /** The open links `/l/…` to the folder and to those above it whose access the caller manages. */
    accessLinks: z.array(sharedAccessLink),
    /** False when others can open the folder too, through a folder above whose access the caller does not manage. */
    isComplete: z.boolean(),
  }),
} as const satisfies Endpoint;
