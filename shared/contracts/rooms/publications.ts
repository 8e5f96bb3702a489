import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, optionalBody, pageQuery, success } from '../fields/base-fields.ts';
import { draftSelection, groupDifference } from './drafts.ts';

export const publication = z.object({
  id,
  publishAt: instant,
  isDue: z.boolean(),
  folders: z.int(),
  files: z.int(),
  /** Moves and levels. */
  changes: z.int(),
  groups: z.array(groupDifference),
  /**
   * It awaits the approval of a second manager, or its time; or it was declined, or could not be published as it was approved.
   */
  state: z.enum(['requested', 'scheduled', 'published', 'declined', 'void']),
  requestedBy: z.string(),
  decidedBy: z.string().nullable(),
  /** Why it was declined, or could not be published. */
  reason: z.string().nullable(),
  /** Names what is to be approved. */
  version: z.string().nullable(),
  /** The address of the member of a group who is asked to agree; `null` for none. */
  approver: z.string().nullable(),
  /** The caller may approve or decline it: another manager than the one who requested it. */
  mayDecide: z.boolean(),
});
export type Publication = z.infer<typeof publication>;

export const publishDrafts = {
  method: 'POST',
  path: '/api/rooms/:id/publications',
  summary:
    'Publish all drafts of a room or a selection, now or at a date, or request that a second manager approves it; 409 if the drafts of the room are no longer those of `version`',
  caller: 'user',
  params: idParams,
  body: optionalBody(
    z.strictObject({
      at: instant.optional(),
      version: z.string().max(200).optional(),
      /**
       * Absent for all drafts. 404 if one of them is no draft of the room, or waits for a publication already; 409 if the folder
       * of one stays a draft.
       */
      selection: draftSelection.optional(),
      /** The member of a group who must agree first. */
      approverMemberId: id.optional(),
    }),
  ),
  result: publication,
  status: 201,
} as const satisfies Endpoint;

export const listPublications = {
  method: 'GET',
  path: '/api/rooms/:id/publications',
  summary:
    'The publications of a room that were not canceled, those that were declined included, newest first; for its staff',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(publication),
} as const satisfies Endpoint;

export const cancelPublication = {
  method: 'DELETE',
  path: '/api/publications/:id',
  summary: 'Cancel a publication that is not due yet: its content is a draft again',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
