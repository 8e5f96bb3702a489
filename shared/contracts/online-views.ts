import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idParams, instant } from './fields/base-fields.ts';

const onlineView = z.object({
  /** The address to show in a frame. */
  address: z.url(),
  /** Until then the external viewer may fetch the file, unless the actor loses the right to it before. */
  expiresAt: instant,
});

export const openOnlineView = {
  method: 'POST',
  path: '/api/files/:id/online-view',
  summary: 'A URL of the external viewer for one Office file; 404 unless the operator has enabled it',
  caller: 'actor',
  tokenScope: 'never',
  params: idParams,
  result: onlineView,
  status: 201,
} as const satisfies Endpoint;

export const readOnlineView = {
  method: 'GET',
  path: '/api/online-views/:token',
  summary: "The file for the external viewer, for five minutes, with the viewer's current permissions",
  caller: 'anyone',
  params: z.strictObject({ token: z.string().regex(/^[\w-]{100,250}$/, 'The link is incomplete.') }),
  result: 'bytes',
} as const satisfies Endpoint;
