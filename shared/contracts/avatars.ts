import { z } from 'zod';
import { MAX_AVATAR_BYTES } from '../domain/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { avatarToken } from './fields/person-fields.ts';
import { user } from './session.ts';

/** Base64 has four letters for three bytes. */
const MAX_BASE64_LENGTH = Math.ceil(MAX_AVATAR_BYTES / 3) * 4;

export const setAvatar = {
  method: 'POST',
  path: '/api/user/avatar',
  summary:
    'Set your own picture from a JPEG, PNG, GIF or WebP image; it is drawn again as a JPEG of 256 pixels',
  caller: 'user',
  body: z.strictObject({
    image: z
      .base64('Send the image in base64')
      .min(1, 'Send the image in base64')
      .max(MAX_BASE64_LENGTH, `A picture has at most ${MAX_AVATAR_BYTES / 1024} KB`),
  }),
  result: user,
} as const satisfies Endpoint;

export const removeAvatar = {
  method: 'DELETE',
  path: '/api/user/avatar',
  summary: 'Remove your own picture',
  caller: 'user',
  result: user,
} as const satisfies Endpoint;

export const viewAvatar = {
  method: 'GET',
  path: '/api/avatars/:token',
  summary: 'The picture of a person, by the token that comes with their name; a new picture has a new token',
  caller: 'actor',
  params: z.strictObject({ token: avatarToken }),
  result: 'bytes',
} as const satisfies Endpoint;
