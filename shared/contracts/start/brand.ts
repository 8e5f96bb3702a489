import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { idParams, idText } from '../fields/base-fields.ts';
import { avatarToken } from '../fields/person-fields.ts';

const MAX_NAME_LENGTH = 60;
const MAX_TEXT_LENGTH = 500;
const MAX_SENDER_NAME_LENGTH = 100;

/** The images of a brand; a logo for dark backgrounds is optional beside the other. */
const brandImageKind = z.enum(['logo-light', 'logo-dark', 'icon']);
export type BrandImageKind = z.infer<typeof brandImageKind>;

const url = z.string().nullable();

/** In whose name documents are shown. Values are `null` unless set; the product's stand in their place. */
export const shownBrand = z.object({
  name: z.string().nullable(),
  /** Addresses of the logo on light and on dark backgrounds; without the second, the first is shown on white. */
  logoUrls: z.object({ light: url, dark: url }),
  iconUrl: url,
  /** Such as `#203c74`; the text on it is white. */
  accentColor: z.string().nullable(),
  footer: z.string().nullable(),
  welcomeText: z.string().nullable(),
});

const brand = shownBrand.extend({
  /** The name that mails are sent in, beside the address that the server sends from. */
  senderName: z.string().nullable(),
});
export type Brand = z.infer<typeof brand>;

const text = (label: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(MAX_TEXT_LENGTH, `${label} has at most ${MAX_TEXT_LENGTH} characters`)
    .regex(/^(?:[^\p{Cc}\p{Cf}]|\n)*$/u, `${label} contains invisible characters`)
    .nullable()
    .optional();

const brandValues = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_NAME_LENGTH, `A name has at most ${MAX_NAME_LENGTH} characters`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'The name must be one line of visible characters')
    .nullable()
    .optional(),
  accentColor: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'Enter a color such as #203c74')
    .toLowerCase()
    .nullable()
    .optional(),
  senderName: z
    .string()
    // Before spaces at the ends are removed: no line break is accepted anywhere.
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'The sender name must be one line.')
    .regex(/^\P{Cf}*$/u, 'The sender name contains invisible characters')
    .trim()
    .min(1)
    .max(MAX_SENDER_NAME_LENGTH, `A sender name has at most ${MAX_SENDER_NAME_LENGTH} characters`)
    .nullable()
    .optional(),
  footer: text('The footer'),
  welcomeText: text('The welcome text'),
});

const imageForm = z.strictObject({ kind: brandImageKind });
const removal = z.strictObject({ kind: brandImageKind });
const roomRemoval = idParams.extend({ kind: brandImageKind });

export const getBrand = {
  method: 'GET',
  path: '/api/brand',
  summary:
    'The brand of a room, or of the room that a folder is in, where what it does not set is the installation’s; that of the installation without either, and for who may not see the room',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  query: z
    .strictObject({ roomId: idText.optional(), folderId: idText.optional() })
    .refine(
      ({ roomId, folderId }) => roomId === undefined || folderId === undefined,
      'Send either `roomId` or `folderId`',
    ),
  result: brand,
} as const satisfies Endpoint;

export const setBrand = {
  method: 'PUT',
  path: '/api/admin/brand',
  summary:
    'Set the name, accent color, texts and sender name of the installation’s brand; what is absent stays as it is',
  caller: 'administrator',
  body: brandValues,
  result: brand,
} as const satisfies Endpoint;

export const setBrandImage = {
  method: 'POST',
  path: '/api/admin/brand/images',
  summary:
    'Set an image of the installation’s brand: a PNG, JPEG or WebP `file` as multipart form data, drawn again as a PNG',
  caller: 'administrator',
  multipart: imageForm,
  result: brand,
} as const satisfies Endpoint;

export const removeBrandImage = {
  method: 'DELETE',
  path: '/api/admin/brand/images/:kind',
  summary: 'Remove an image of the installation’s brand',
  caller: 'administrator',
  params: removal,
  result: brand,
} as const satisfies Endpoint;

export const getRoomBrand = {
  method: 'GET',
  path: '/api/rooms/:id/brand',
  summary: 'What a room sets of its brand itself; for its staff',
  caller: 'user',
  params: idParams,
  result: brand,
} as const satisfies Endpoint;

export const setRoomBrand = {
  method: 'PUT',
  path: '/api/rooms/:id/brand',
  summary:
    'Set the name, accent color, texts and sender name of a room’s brand; what is absent stays as it is, and `null` falls back to the installation’s',
  caller: 'user',
  params: idParams,
  body: brandValues,
  result: brand,
} as const satisfies Endpoint;

export const setRoomBrandImage = {
  method: 'POST',
  path: '/api/rooms/:id/brand/images',
  summary:
    'Set an image of a room’s brand: a PNG, JPEG or WebP `file` as multipart form data, drawn again as a PNG',
  caller: 'user',
  params: idParams,
  multipart: imageForm,
  result: brand,
} as const satisfies Endpoint;

export const removeRoomBrandImage = {
  method: 'DELETE',
  path: '/api/rooms/:id/brand/images/:kind',
  summary: 'Remove an image of a room’s brand',
  caller: 'user',
  params: roomRemoval,
  result: brand,
} as const satisfies Endpoint;

export const viewLogo = {
  method: 'GET',
  path: '/api/brand/logo/:token',
  summary: 'An image of the installation’s brand',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  params: z.strictObject({ token: avatarToken }),
  result: 'bytes',
} as const satisfies Endpoint;

export const viewRoomBrandImage = {
  method: 'GET',
  path: '/api/rooms/:id/brand/images/:token',
  summary: 'An image of a room’s brand, for who may see the room',
  caller: 'anyone',
  params: idParams.extend({ token: avatarToken }),
  result: 'bytes',
} as const satisfies Endpoint;
