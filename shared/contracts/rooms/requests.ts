import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, idText, instant, pageQuery, success } from '../fields/base-fields.ts';

/** The maximum files of one request. */
export const MAX_REQUEST_FILES = 50;

const REQUEST_STATES = ['open', 'in-preparation', 'provided', 'accepted', 'not-applicable'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
const REQUEST_PRIORITIES = ['low', 'normal', 'high'] as const;
export type RequestPriority = (typeof REQUEST_PRIORITIES)[number];

const plainText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Enter a text')
    .max(max, `Use at most ${max} characters`)
    .regex(/^(?:\P{Cc}|\n)*$/u, 'Use no control characters');

const areaName = plainText(100);
const area = z.object({ id, roomId: id, name: z.string() });
export type Area = z.infer<typeof area>;

const request = z.object({
  id,
  roomId: id,
  number: z.int(),
  areaId: id.nullable(),
  /** The group that sees the request; `null` is for staff alone. */
  groupId: id.nullable(),
  text: z.string(),
  /** The member of staff who is reminded, and a name beside or instead; staff alone see both. */
  responsibleId: id.nullable(),
  responsibleName: z.string().nullable(),
  dueAt: instant.nullable(),
  priority: z.enum(REQUEST_PRIORITIES),
  state: z.enum(REQUEST_STATES),
  files: z.array(z.object({ id, name: z.string(), page: z.int().nullable() })),
  createdAt: instant,
});
export type RoomRequest = z.infer<typeof request>;

const fields = {
  text: plainText(2_000),
  areaId: id.nullable(),
  groupId: id.nullable(),
  responsibleId: id.nullable(),
  responsibleName: plainText(100).nullable(),
  dueAt: instant.nullable(),
  priority: z.enum(REQUEST_PRIORITIES),
  state: z.enum(REQUEST_STATES),
};

export const listRequests = {
  method: 'GET',
  path: '/api/rooms/:id/requests',
  summary:
    'The request list of a room in the order of numbers: all for its staff, for a group those assigned to it',
  caller: 'actor',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(request),
} as const satisfies Endpoint;

export const createRequest = {
  method: 'POST',
  path: '/api/rooms/:id/requests',
  summary: 'Add a request to the list of a room; for its staff',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    text: fields.text,
    areaId: fields.areaId.default(null),
    groupId: fields.groupId.default(null),
    responsibleId: fields.responsibleId.default(null),
    responsibleName: fields.responsibleName.default(null),
    dueAt: fields.dueAt.default(null),
    priority: fields.priority.default('normal'),
    state: fields.state.default('open'),
  }),
  result: request,
  status: 201,
} as const satisfies Endpoint;

export const getRequest = {
  method: 'GET',
  path: '/api/requests/:id',
  summary: 'One request; for the staff of its room and its group',
  caller: 'actor',
  params: idParams,
  result: request,
} as const satisfies Endpoint;

export const updateRequest = {
  method: 'PATCH',
  path: '/api/requests/:id',
  summary: 'Change a request; its group may only set the state `accepted`',
  caller: 'actor',
  params: idParams,
  body: z
    .strictObject(fields)
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Name what to change'),
  result: request,
} as const satisfies Endpoint;

export const deleteRequest = {
  method: 'DELETE',
  path: '/api/requests/:id',
  summary: 'Delete a request; its files stay. For the staff of its room',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const importRequests = {
  method: 'POST',
  path: '/api/rooms/:id/requests/import',
  summary:
    'Add the rows of an XLSX or CSV `file` as multipart form data to the request list; rows with a problem are reported and left out',
  caller: 'user',
  params: idParams,
  multipart: z.strictObject({}),
  result: z.object({
    created: z.int(),
    problems: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
} as const satisfies Endpoint;

export const addRequestFiles = {
  method: 'POST',
  path: '/api/requests/:id/files',
  summary: 'Attach files of the room to a request, or set the page of one; for its staff',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    fileIds: z.array(id).min(1).max(MAX_REQUEST_FILES),
    page: z.int().positive().max(100_000).optional(),
  }),
  result: request,
} as const satisfies Endpoint;

export const removeRequestFile = {
  method: 'DELETE',
  path: '/api/requests/:id/files/:fileId',
  summary: 'Detach a file from a request; for its staff',
  caller: 'user',
  params: idParams.extend({ fileId: idText }),
  result: success,
} as const satisfies Endpoint;

export const suggestRequestFiles = {
  method: 'GET',
  path: '/api/requests/:id/suggestions',
  summary: 'Files of the room that may answer a request, best first, with page and score; for its staff',
  caller: 'user',
  hasSideEffects: true,
  params: idParams,
  result: z.array(z.object({ fileId: id, name: z.string(), page: z.int().nullable(), score: z.number() })),
} as const satisfies Endpoint;

export const listAreas = {
  method: 'GET',
  path: '/api/rooms/:id/areas',
  summary: 'The areas of the request list by name; a group gets those of its requests',
  caller: 'actor',
  params: idParams,
  result: z.array(area),
} as const satisfies Endpoint;

export const createArea = {
  method: 'POST',
  path: '/api/rooms/:id/areas',
  summary: 'Add an area to the request list; for the staff of the room',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ name: areaName }),
  result: area,
  status: 201,
} as const satisfies Endpoint;

export const updateArea = {
  method: 'PATCH',
  path: '/api/areas/:id',
  summary: 'Rename an area; for the staff of its room',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ name: areaName }),
  result: area,
} as const satisfies Endpoint;

export const deleteArea = {
  method: 'DELETE',
  path: '/api/areas/:id',
  summary: 'Delete an area; its requests stay, without one. For the staff of its room',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
