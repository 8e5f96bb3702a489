import { z } from 'zod';
import { MAX_LOGO_BYTES } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { avatarToken } from '../fields/person-fields.ts';

const MAX_NAME_LENGTH = 60;
/** Base64 has four letters for three bytes. */
const MAX_BASE64_LENGTH = Math.ceil(MAX_LOGO_BYTES / 3) * 4;

/** The organization whose installation it is, as everybody sees it, also before signing in. */
export const brand = z.object({
  /** `null` unless set; the product's name stands in its place. */
  name: z.string().nullable(),
  /** Names the logo in `GET /api/brand/logo/:token`; `null` without a logo. */
  logo: z.string().nullable(),
});
export type Brand = z.infer<typeof brand>;

export const setBrand = {
  method: 'PUT',
  path: '/api/admin/brand',
  summary:
    'Set the name and the logo of the organization, a JPEG, PNG, GIF or WebP image that is drawn again as a small JPEG; an absent logo stays as it is',
  caller: 'administrator',
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(MAX_NAME_LENGTH, `A name has at most ${MAX_NAME_LENGTH} characters`)
      .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'The name must be one line of visible characters')
      .nullable(),
    logo: z
      .base64('Send the image in base64')
      .min(1, 'Send the image in base64')
      .max(MAX_BASE64_LENGTH, `A logo has at most ${MAX_LOGO_BYTES / 1024} KB`)
      .nullable()
      .optional(),
  }),
  result: brand,
} as const satisfies Endpoint;

export const viewLogo = {
  method: 'GET',
  path: '/api/brand/logo/:token',
  summary: 'The logo of the organization, by the token that comes with its name',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  params: z.strictObject({ token: avatarToken }),
  result: 'bytes',
} as const satisfies Endpoint;
