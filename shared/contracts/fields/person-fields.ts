import { z } from 'zod';

/** The token of a picture: 128 random bits, URL-safe. */
export const avatarToken = z.string().regex(/^[\w-]{22}$/, 'Not the token of a picture');

/** How people know a user, beside the username; each is absent until it is set. */
export const personNames = {
  /** First and last name. */
  displayName: z.string().optional(),
  /** Names the picture in `GET /api/avatars/:token`. */
  avatar: z.string().optional(),
};

const names = z.object(personNames);
export type PersonNames = z.infer<typeof names>;
