import { z } from 'zod';
import {
  MAX_SYNONYM_GROUPS,
  MAX_SYNONYM_LENGTH,
  MAX_SYNONYMS,
  synonymGroupProblem,
} from '../../domain/search/synonyms.ts';
import type { Endpoint } from '../endpoint.ts';
import { idParams } from '../fields/base-fields.ts';

const term = z
  .string()
  .trim()
  .min(1, 'Enter a term')
  .max(MAX_SYNONYM_LENGTH, `Use at most ${MAX_SYNONYM_LENGTH} characters`);

const groups = z
  .array(
    z
      .array(term)
      .min(2, 'Enter at least two terms')
      .max(MAX_SYNONYMS, `Use at most ${MAX_SYNONYMS} terms`)
      .superRefine((terms, context) => {
        const problem = synonymGroupProblem(terms);
        if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
      }),
  )
  .max(MAX_SYNONYM_GROUPS, `Use at most ${MAX_SYNONYM_GROUPS} lines`);

const synonyms = z.object({
  groups: z.array(z.array(z.string())),
  /** Identifies this state of the list, for a change of it. */
  version: z.string(),
});
export type RoomSynonyms = z.infer<typeof synonyms>;

export const getRoomSynonyms = {
  method: 'GET',
  path: '/api/rooms/:id/synonyms',
  summary: 'The synonyms that questions about the documents of a room are expanded by; for its staff',
  caller: 'user',
  params: idParams,
  result: synonyms,
} as const satisfies Endpoint;

export const setRoomSynonyms = {
  method: 'PUT',
  path: '/api/rooms/:id/synonyms',
  summary:
    'Replace the synonyms of a room, from the next question on; 409 if somebody changed them since `version`. For managers',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ groups, version: z.string().max(64) }),
  result: synonyms,
} as const satisfies Endpoint;
