import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id } from '../fields/base-fields.ts';

/** Says what kind of thing has changed, and nothing about it: the caller asks for it again, with the rights of that moment. */
const change = z.discriminatedUnion('topic', [
  /** Anything may have changed: the first event, and when more has changed than is listed. */
  z.object({ topic: z.literal('resync') }),
  /** The caller sees more or less than before. */
  z.object({ topic: z.literal('access') }),
  /** A folder, or what is in it; `null` is the root. */
  z.object({ topic: z.literal('folder'), id: id.nullable() }),
  /** A file: its name, content or index status. */
  z.object({ topic: z.literal('file'), id }),
  /** People who have access to a folder that the caller manages. */
  z.object({ topic: z.literal('shares'), id }),
  /** The name, settings, groups, publications or requests of a room that the caller manages. */
  z.object({ topic: z.literal('room'), id }),
  /** The caller’s invitations. */
  z.object({ topic: z.literal('invitations') }),
  /** The caller’s links. */
  z.object({ topic: z.literal('links') }),
]);
export type LiveChange = z.infer<typeof change>;

export const liveEvent = z.object({ changes: z.array(change) });

export const listenToEvents = {
  method: 'GET',
  path: '/api/events',
  summary:
    'Server-sent events that name what has changed among the things that the caller may see, without any content. At most four a second; the stream ends with the session',
  caller: 'actor',
  tokenScope: 'never',
  leavesSessionIdle: true,
  result: 'bytes',
  events: liveEvent,
} as const satisfies Endpoint;
