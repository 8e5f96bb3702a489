import { z } from 'zod';
import { DIGEST_FREQUENCIES, isTimeZone } from '../../domain/changes/digests.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idText, pageQuery, success } from '../fields/base-fields.ts';

const schedule = z.strictObject({
  /** `immediately` collects the changes of 15 minutes; `weekly` is Monday. */
  frequency: z.enum(DIGEST_FREQUENCIES),
  /** The hour of daily and weekly mails, in the time zone. */
  hour: z.int('Must be a whole number from 0 to 23').min(0).max(23),
  timeZone: z.string().max(64).refine(isTimeZone, 'Must be a time zone such as Europe/Berlin'),
});

const alerts = z.strictObject({
  /** Somebody views a file of the room for the first time; somebody of a group does. */
  firstVisit: z.boolean(),
  firstGroupVisit: z.boolean(),
  /** A download or a refused request, as the audit log has them. */
  download: z.boolean(),
  refusal: z.boolean(),
});

const digest = z.object({
  /** The topmost folder of the room that the caller sees. */
  folderId: id,
  name: z.string(),
  ...schedule.shape,
  /** For the owners of a root folder and the managers of a room; absent for others. */
  alerts: alerts.optional(),
});
export type Digest = z.infer<typeof digest>;

export const listDigests = {
  method: 'GET',
  path: '/api/digests',
  summary: 'When the caller gets mails about changes, for each room and root folder that they see',
  caller: 'actor',
  query: z.strictObject(pageQuery),
  result: z.array(digest),
} as const satisfies Endpoint;

export const updateDigest = {
  method: 'PATCH',
  path: '/api/digests/:folderId',
  summary:
    'Choose when mails about the room of a folder are sent; the folder is followed if nothing in the room is yet',
  caller: 'actor',
  params: z.strictObject({ folderId: idText }),
  body: schedule.partial().extend({ alerts: z.strictObject(alerts.partial().shape).optional() }),
  result: digest,
} as const satisfies Endpoint;

const tokenParams = z.strictObject({
  token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This is no address of an email'),
});

export const unsubscribe = {
  method: 'POST',
  path: '/api/digests/unsubscribe/:token',
  summary: 'End the mails about a room, with the address that each of them has (RFC 8058)',
  caller: 'anyone',
  params: tokenParams,
  result: success,
} as const satisfies Endpoint;

export const openUnsubscribePage = {
  method: 'GET',
  path: '/api/digests/unsubscribe/:token',
  summary: 'Lead to the page that asks whether to end the mails about a room; changes nothing',
  caller: 'anyone',
  params: tokenParams,
  result: 'bytes',
} as const satisfies Endpoint;
