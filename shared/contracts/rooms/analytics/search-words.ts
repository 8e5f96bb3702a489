import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { filterQuery, idParams, idText, instant, pageQuery } from '../../fields/base-fields.ts';
import { range } from './analytics.ts';

const searchedWords = z.object({
  words: z.string(),
  searches: z.int(),
  unanswered: z.int(),
  lastAt: instant,
});
export type SearchedWords = z.infer<typeof searchedWords>;

export const listSearchWords = {
  method: 'GET',
  path: '/api/rooms/:id/analytics/searches',
  summary:
    'What readers searched for in a room, those without an answer first, counted among the newest 10,000 searches; for its managers. 403 unless the room records the words of searches (`recordSearchWords`)',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ groupId: idText.optional(), ...range, ...pageQuery, ...filterQuery }),
  result: z.array(searchedWords),
} as const satisfies Endpoint;
