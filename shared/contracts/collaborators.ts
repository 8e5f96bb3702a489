import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id, idParams, idText, instant, pageQuery, success } from './fields/base-fields.ts';
import { personNames } from './fields/person-fields.ts';

const collaborator = z.object({ id, username: z.string(), email: z.string(), ...personNames });
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
  summary:
    "Revoke a user's edit access to a folder; what they gave others there and below ends, or with `givenAccess=transfer` passes to the owner, invitations and links included",
  caller: 'user',
  params: idParams.extend({ userId: idText }),
  query: z.strictObject({ givenAccess: z.enum(['end', 'transfer']).default('end') }),
  result: success,
} as const satisfies Endpoint;

export const leaveFolder = {
  method: 'POST',
  path: '/api/folders/:id/leave',
  summary: "End one's own edit access to a shared folder; what one gave others there and below ends as well",
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

/** The folder that a grant names; both are `null` for an invitation to all folders. */
const grantedFolder = { folderId: id.nullable(), folderName: z.string().nullable() };

const inheritedCollaborator = z.object({
  id,
  username: z.string(),
  email: z.string(),
  ...personNames,
  ...grantedFolder,
});

const folderVisitor = z.object({
  invitationId: id,
  /** `null` for a link without an email address. */
  email: z.string().nullable(),
  expiresAt: instant,
  ...grantedFolder,
});

export const listInheritedAccess = {
  method: 'GET',
  path: '/api/folders/:id/inherited-access',
  summary:
    'Who else can open a folder: collaborators of the folders above it and visitors; for its owner and administrators',
  caller: 'user',
  params: idParams,
  result: z.object({
    /** Collaborators of the folders above; those of the folder itself are in its list of collaborators. */
    collaborators: z.array(inheritedCollaborator),
    /** Visitor invitations that open the folder now. */
    visitors: z.array(folderVisitor),
    /**
     * False when others can open the folder too: people of a folder above whose access the caller does not manage, or
     * more than fit into the lists.
     */
    isComplete: z.boolean(),
  }),
} as const satisfies Endpoint;

/** The account or invitation through which somebody got access; `null` if it is not known. */
const giver = z.object({ id, username: z.string() }).nullable();

const folderBelow = { folderId: id, folderName: z.string() };

export const listAccessBelow = {
  method: 'GET',
  path: '/api/folders/:id/access-below',
  summary: 'Who has access to folders below a folder, and through whom; for its owner and administrators',
  caller: 'user',
  params: idParams,
  result: z.object({
    collaborators: z.array(
      z.object({ id, username: z.string(), email: z.string(), givenBy: giver, ...folderBelow }),
    ),
    /** Visitor invitations that open the folder below now. */
    visitors: z.array(
      z.object({
        invitationId: id,
        /** `null` for a link without an email address. */
        email: z.string().nullable(),
        expiresAt: instant,
        givenBy: giver,
        ...folderBelow,
      }),
    ),
    /** False when there are more than fit into the lists. */
    isComplete: z.boolean(),
  }),
} as const satisfies Endpoint;
