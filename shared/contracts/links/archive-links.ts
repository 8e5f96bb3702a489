import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { idParams } from '../fields/base-fields.ts';
import { link, newLink } from './links.ts';

export const createArchiveLink = {
  method: 'POST',
  path: '/api/archives/:id/links',
  summary:
    'Create a link that hands over an archive of a room, such as that of one party: its visitors download the archive and see nothing of the room. For managers',
  caller: 'user',
  params: idParams,
  body: z.strictObject(newLink),
  result: link,
  status: 201,
} as const satisfies Endpoint;
