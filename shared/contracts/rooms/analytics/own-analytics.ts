import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { idParams } from '../../fields/base-fields.ts';
import { analyticsRow, range } from './analytics.ts';

export const getOwnAnalytics = {
  method: 'GET',
  path: '/api/rooms/:id/analytics/own',
  summary:
    'What your own group did in a room: visits, time and downloads in total and in at most 100 files that you see; for members of its groups, if the room allows it',
  caller: 'actor',
  params: idParams,
  query: z.strictObject(range),
  result: z.object({ total: analyticsRow, files: z.array(analyticsRow) }),
} as const satisfies Endpoint;
