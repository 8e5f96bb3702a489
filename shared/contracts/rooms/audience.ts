import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { idParams, idText, instant, pageQuery } from '../fields/base-fields.ts';

const audienceEntry = z.object({
  /** Increases along the list; the cursor of the next page is that of the last entry. */
  id: z.int().positive(),
  /** A username or an email address; `null` for a link as such, which people open whose address is not known yet. */
  person: z.string().nullable(),
  /** The first and last name of an account that has one. */
  name: z.string().optional(),
  via: z.enum(['staff', 'group', 'invitation', 'link']),
  /** The name of the group or link. */
  source: z.string().nullable(),
  level: z.enum(['owner', 'collaborator', 'view', 'download', 'original']),
  /** `null` while the person has not opened the file; absent where the room hides persons. */
  firstOpenedAt: instant.nullable().optional(),
});
export type AudienceEntry = z.infer<typeof audienceEntry>;

export const listAudience = {
  method: 'GET',
  path: '/api/files/:id/audience',
  summary:
    'Everybody who can see a file, through what and at which level; for the staff of its room, the owner of its root folder, and administrators',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ limit: pageQuery.limit, cursor: idText.optional() }),
  result: z.array(audienceEntry),
} as const satisfies Endpoint;
