import { z } from 'zod';
import {
  MAX_WATERMARK_LENGTH,
  MAX_WATERMARK_NAME_LENGTH,
  WATERMARK_COLORS,
  watermarkProblem,
} from '../../domain/links/watermarks.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, idText, instant, success } from '../fields/base-fields.ts';

const watermarkName = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(MAX_WATERMARK_NAME_LENGTH, `Use at most ${MAX_WATERMARK_NAME_LENGTH} characters`);

const template = z
  .string({ error: 'Text is required' })
  .trim()
  .min(1, 'Text is required')
  .max(MAX_WATERMARK_LENGTH, `Use at most ${MAX_WATERMARK_LENGTH} characters.`)
  .superRefine((text, context) => {
    const message = watermarkProblem(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const ANGLE_RANGE = 'Enter a number from -90 to 90';
const PERCENT_RANGE = 'Enter a number from 50 to 200';
const percent = z.int(PERCENT_RANGE).min(50, PERCENT_RANGE).max(200, PERCENT_RANGE);

const look = {
  /** A text with the parts {name} {email} {group} {date} {time} {link} {room} {copy}; one of the first two is required. */
  template,
  /** Degrees; positive ones rise to the right. */
  angle: z.int(ANGLE_RANGE).min(-90, ANGLE_RANGE).max(90, ANGLE_RANGE),
  /** Percent of the usual size of the letters. */
  size: percent,
  /** Percent of the usual number of lines. */
  density: percent,
  color: z.enum(WATERMARK_COLORS),
};

const watermark = z.object({
  id,
  name: z.string(),
  owner: z.string(),
  /** The room whose managers may use it; `null` for its owner alone. */
  roomId: id.nullable(),
  createdAt: instant,
  ...look,
  template: z.string(),
  /** The links that use it and are not revoked. */
  links: z.int(),
  /** The groups and the rooms that use it. */
  groups: z.int(),
  rooms: z.int(),
});
export type Watermark = z.infer<typeof watermark>;

const watermarkFields = z.strictObject({ name: watermarkName, ...look });
export type WatermarkFields = z.infer<typeof watermarkFields>;

export const listWatermarks = {
  method: 'GET',
  path: '/api/watermarks',
  summary: 'Your own watermarks, newest first; with `roomId` those of a room that you manage',
  caller: 'user',
  query: z.strictObject({ roomId: idText.optional() }),
  result: z.array(watermark),
} as const satisfies Endpoint;

export const createWatermark = {
  method: 'POST',
  path: '/api/watermarks',
  summary:
    'Create a watermark that links, groups and rooms can draw over pages and PDFs in place of the usual one',
  caller: 'user',
  body: watermarkFields.extend({ roomId: id.nullable().default(null) }),
  result: watermark,
  status: 201,
} as const satisfies Endpoint;

export const getWatermark = {
  method: 'GET',
  path: '/api/watermarks/:id',
  summary: 'A watermark',
  caller: 'user',
  params: idParams,
  result: watermark,
} as const satisfies Endpoint;

export const updateWatermark = {
  method: 'PATCH',
  path: '/api/watermarks/:id',
  summary: 'Change a watermark, from the next page of each visitor on',
  caller: 'user',
  params: idParams,
  body: watermarkFields.partial(),
  result: watermark,
} as const satisfies Endpoint;

export const deleteWatermark = {
  method: 'DELETE',
  path: '/api/watermarks/:id',
  summary: 'Delete a watermark; 409 while a link, a group or a room uses it',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const previewWatermark = {
  method: 'POST',
  path: '/api/watermarks/preview',
  summary:
    'A PNG of the first page of a file that you may view, or of an empty page, with a watermark as you would see it',
  caller: 'user',
  body: z.strictObject({ ...look, fileId: id.optional() }),
  result: 'bytes',
} as const satisfies Endpoint;
