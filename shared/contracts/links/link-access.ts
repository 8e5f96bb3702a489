import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import { LINK_CODE_DIGITS, LINK_STEPS, MAX_SIGNED_NAME_LENGTH } from '../../domain/link-steps.ts';
import { ENTER_VALID_EMAIL } from '../../domain/messages.ts';
import { PAGE_WIDTHS } from '../../domain/page-limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { PASSWORD_TOO_LONG } from '../fields/account-fields.ts';
import { id, idText, success } from '../fields/base-fields.ts';
import { avatarToken } from '../fields/person-fields.ts';
import { shownBrand } from '../start/brand.ts';
import { visitorStatus } from '../visitors.ts';

/** 128 random bits, URL-safe. A malformed slug cannot be a guess, so it is refused before the lookup. */
const slugParams = z.strictObject({
  slug: z.string().regex(/^[\w-]{22}$/, 'The link is incomplete. Copy the whole link.'),
});

/** The steps that this browser has not completed yet, in their order. */
const remainingSteps = z.object({ steps: z.array(z.enum(LINK_STEPS)) });
export type RemainingSteps = z.infer<typeof remainingSteps>;

const visit = visitorStatus.extend({
  /** The file if it is the only one. */
  fileId: id.nullable(),
  /** The path of the image of its first page, without a width, if the visitor sees it as pages alone. It may have none. */
  firstPage: z.string().optional(),
});
export type LinkVisit = z.infer<typeof visit>;

const linkAccess = remainingSteps.extend({
  /** The username of the link's owner. */
  sender: z.string(),
  greeting: z.string().nullable(),
  /**
   * The organization's logo, and the name of the room that the link leads into, by its code name if it has one; outside rooms the
   * organization's.
   */
  brand: shownBrand,
  /** The address that this browser has entered; `null` before. */
  email: z.string().nullable(),
  /** The browser is signed in with an account, with which nobody uses a link. */
  mustLogOut: z.literal(true).optional(),
  /** The terms to accept; only while no earlier step remains. */
  terms: z
    .object({
      versionId: id,
      name: z.string(),
      /** Empty for a document that is shown as pages, whose text comes with them. */
      text: z.string(),
      /** The document that is accepted, with its number of pages. */
      document: z.object({ name: z.string(), pages: z.int() }).optional(),
      /** The visitor also types their name. */
      requireSignature: z.boolean(),
    })
    .optional(),
});
export type LinkAccess = z.infer<typeof linkAccess>;

export const getLinkAccess = {
  method: 'GET',
  path: '/api/link-access/:slug',
  summary: 'Who sends a link and which steps remain before it opens; nothing about what it opens',
  caller: 'anyone',
  params: slugParams,
  result: linkAccess,
} as const satisfies Endpoint;

export const submitLinkPassword = {
  method: 'POST',
  path: '/api/link-access/:slug/password',
  summary: 'Enter the password of a link',
  caller: 'anyone',
  params: slugParams,
  body: z.strictObject({ password: z.string().max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG) }),
  result: remainingSteps,
} as const satisfies Endpoint;

export const viewLinkBrandImage = {
  method: 'GET',
  path: '/api/link-access/:slug/brand/:token',
  summary: 'An image of the brand of the room that the link leads into',
  caller: 'anyone',
  params: slugParams.extend({ token: avatarToken }),
  result: 'bytes',
} as const satisfies Endpoint;

export const submitLinkEmail = {
  method: 'POST',
  path: '/api/link-access/:slug/email',
  summary: 'Enter an address; mails a code to it if the link asks for one and allows the address',
  caller: 'anyone',
  params: slugParams,
  body: z.strictObject({
    // Internationalized domains are accepted; the server checks the address in its ASCII form.
    email: z
      .string({ error: ENTER_VALID_EMAIL })
      .trim()
      .min(3, ENTER_VALID_EMAIL)
      .max(MAX_EMAIL_LENGTH, ENTER_VALID_EMAIL),
  }),
  result: remainingSteps,
} as const satisfies Endpoint;

export const submitLinkCode = {
  method: 'POST',
  path: '/api/link-access/:slug/code',
  summary: 'Enter the mailed code',
  caller: 'anyone',
  params: slugParams,
  body: z.strictObject({
    code: z
      .string()
      .regex(new RegExp(`^\\d{${LINK_CODE_DIGITS}}$`), `Enter the ${LINK_CODE_DIGITS} digits of the code`),
    /** Also enters, if no step remains: one turn to the server less. */
    enter: z.boolean().default(false),
  }),
  result: remainingSteps.extend({ visit: visit.optional() }),
} as const satisfies Endpoint;

export const submitLinkTerms = {
  method: 'POST',
  path: '/api/link-access/:slug/terms',
  summary:
    'Accept the terms that the page shows; 409 if they have changed since. Also for a visitor who is in and is asked again',
  caller: 'anyone',
  params: slugParams,
  body: z.strictObject({
    termsVersionId: id,
    typedName: z
      .string()
      .trim()
      .max(MAX_SIGNED_NAME_LENGTH, `Use at most ${MAX_SIGNED_NAME_LENGTH} characters`)
      .optional(),
  }),
  result: remainingSteps,
} as const satisfies Endpoint;

const termsDocument = z.object({
  /** In points; a page needs only the proportion. */
  pages: z.array(z.object({ width: z.int().positive(), height: z.int().positive() })),
  text: z.string(),
});
export type LinkTermsDocument = z.infer<typeof termsDocument>;

/** The version that the page shows. */
const shownTerms = z.strictObject({ termsVersionId: idText });

export const getLinkTermsDocument = {
  method: 'GET',
  path: '/api/link-access/:slug/terms/document',
  summary: 'The sizes of the pages of the document to accept and its text, while the terms are the next step',
  caller: 'anyone',
  params: slugParams,
  query: shownTerms,
  result: termsDocument,
} as const satisfies Endpoint;

export const viewLinkTermsPage = {
  method: 'GET',
  path: '/api/link-access/:slug/terms/pages/:page',
  summary: 'One page of the document to accept as a picture, while the terms are the next step',
  caller: 'anyone',
  params: slugParams.extend({ page: idText }),
  query: shownTerms.extend({ width: z.enum(PAGE_WIDTHS).default('1200').transform(Number) }),
  result: 'bytes',
} as const satisfies Endpoint;

export const enterLink = {
  method: 'POST',
  path: '/api/link-access/:slug/enter',
  summary: 'Start a visitor session once every step is completed; sets the session cookie',
  caller: 'anyone',
  params: slugParams,
  result: visit,
} as const satisfies Endpoint;

export const leaveLink = {
  method: 'POST',
  path: '/api/link-access/:slug/leave',
  summary: 'Forget the steps completed in this browser, and end its visitor session on the link',
  caller: 'anyone',
  params: slugParams,
  result: success,
} as const satisfies Endpoint;
