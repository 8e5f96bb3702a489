import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { idParams, idText } from '../../fields/base-fields.ts';
import { analyticsSums, range } from './analytics.ts';

const figures = { from: z.iso.date(), to: z.iso.date(), ...analyticsSums };

export const getAnalyticsTotal = {
  method: 'GET',
  path: '/api/rooms/:id/analytics/total',
  summary:
    'The figures of a room or of one of its groups over some days, and over as many days before; for its managers',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ groupId: idText.optional(), ...range }),
  result: z.object({
    ...figures,
    /** `null` where these days are before the room. */
    previous: z
      .object({
        ...figures,
        /** The first day of the room where some of these days are before it: they have no figures. */
        since: z.iso.date().nullable(),
      })
      .nullable(),
  }),
} as const satisfies Endpoint;
