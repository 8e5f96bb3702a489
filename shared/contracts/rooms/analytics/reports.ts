import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { id, idParams, instant, success } from '../../fields/base-fields.ts';
import { REPORT_FORMATS } from './analytics.ts';

const fields = {
  format: z.enum(REPORT_FORMATS),
  /** 1 is Monday, 7 is Sunday; in the time zone of the analytics of the room, like the hour. */
  weekday: z.int().min(1).max(7),
  hour: z.int().min(0).max(23),
};

const report = z.object({
  id,
  roomId: id,
  ...fields,
  nextAt: instant,
  /** `null` before the first one. */
  lastSentAt: instant.nullable(),
});
export type Report = z.infer<typeof report>;

export const listReports = {
  method: 'GET',
  path: '/api/reports',
  summary: 'Your own reports that are mailed every week, in rooms whose analytics you still see',
  caller: 'user',
  result: z.array(report),
} as const satisfies Endpoint;

export const createReport = {
  method: 'POST',
  path: '/api/reports',
  summary:
    'Have the analytics of a room mailed to you every week, for the seven days before; for its managers. 400 without a mail server',
  caller: 'user',
  body: z.strictObject({
    roomId: id,
    format: fields.format.default('pdf'),
    weekday: fields.weekday.default(1),
    hour: fields.hour.default(8),
  }),
  result: report,
  status: 201,
} as const satisfies Endpoint;

export const updateReport = {
  method: 'PATCH',
  path: '/api/reports/:id',
  summary: 'Change the format or the time of your own report',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject(fields)
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Name what to change'),
  result: report,
} as const satisfies Endpoint;

export const deleteReport = {
  method: 'DELETE',
  path: '/api/reports/:id',
  summary: 'End your own report',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
