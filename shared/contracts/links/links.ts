import { z } from 'zod';
import { MIN_PASSWORD_LENGTH } from '../../domain/limits.ts';
import {
  LINK_STATUSES,
  MAX_GREETING_LENGTH,
  MAX_LINK_ADDRESSES,
  MAX_LINK_NAME_LENGTH,
  MAX_LINK_TARGETS,
  MAX_LINK_VISITS,
  MAX_REMEMBER_DAYS,
} from '../../domain/link-steps.ts';
import { passwordTooShort } from '../../domain/messages.ts';
import type { Endpoint } from '../endpoint.ts';
import { passwordField } from '../fields/account-fields.ts';
import { id, idParams, idText, instant, pageQuery, success } from '../fields/base-fields.ts';

export const linkLevel = z.enum(['view', 'download', 'original']);
const targetKind = z.enum(['folder', 'file']);

/** Addresses and domains, such as `dana@example.com` and `example.com`. */
const addressList = z
  .array(z.string().trim().min(1).max(254))
  .max(MAX_LINK_ADDRESSES, `Enter at most ${MAX_LINK_ADDRESSES} addresses and domains`);

const REMEMBER_DAYS_RANGE = `Enter a number from 0 to ${MAX_REMEMBER_DAYS}`;

const settings = z.strictObject({
  /** For files that may be downloaded, `download` also gives PDFs with a watermark, and `original` all of them as they are. */
  level: linkLevel,
  greeting: z.string().trim().max(MAX_GREETING_LENGTH, `Use at most ${MAX_GREETING_LENGTH} characters`),
  /** `null` asks for none. Never returned. */
  password: passwordField(MIN_PASSWORD_LENGTH, passwordTooShort(MIN_PASSWORD_LENGTH)).nullable(),
  askEmail: z.boolean(),
  /** Mails a code to the address; asks for the address as well. */
  requireCode: z.boolean(),
  /** Empty allows every address. */
  allowed: addressList,
  blocked: addressList,
  /** Terms of yours whose current version each visitor accepts; `null` for none. */
  termsId: id.nullable(),
  /** A watermark of yours, or of a room that you manage, drawn over every page and PDF; `null` for the usual one where one is required. */
  watermarkId: id.nullable(),
  /** The visitor also types their name under the terms. */
  requireSignature: z.boolean(),
  /** Mails the owner when somebody enters for the first time. */
  alertOwner: z.boolean(),
  /** For how many days the steps are not asked again in the same browser; 0 asks at each visit. */
  rememberDays: z
    .int('Enter a whole number')
    .min(0, REMEMBER_DAYS_RANGE)
    .max(MAX_REMEMBER_DAYS, REMEMBER_DAYS_RANGE),
});
const settingsChange = settings.partial();
export type LinkSettingsChange = z.infer<typeof settingsChange>;

const countLimit = z
  .int()
  .min(1, 'Enter a number from 1')
  .max(MAX_LINK_VISITS, `Enter a number up to ${MAX_LINK_VISITS.toLocaleString('en-US')}`)
  .nullable();

/** When and how often a link may be entered; `null` sets no limit. */
const limits = {
  startsAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Admissions of all people together. */
  maxVisits: countLimit,
  /** Different people; those who came before may come again. */
  maxVisitors: countLimit,
};

const linkName = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(MAX_LINK_NAME_LENGTH, `Use at most ${MAX_LINK_NAME_LENGTH} characters`);

const target = z.strictObject({ kind: targetKind, id });
export type LinkTarget = z.infer<typeof target>;

export const link = z.object({
  id,
  /** `null` for an API token that may only read or is for certain folders. */
  url: z.string().nullable(),
  name: z.string(),
  owner: z.string(),
  /** The folders and files that are not deleted, and that you may see. */
  targets: z.array(z.object({ kind: targetKind, id, name: z.string() })),
  /** The group that the link admits into, in place of targets; without names where you are no staff of its room any more. */
  group: z.object({ id, name: z.string(), roomId: id, roomName: z.string() }).nullable(),
  /** The archive of a room that the link hands over, in place of targets; without a name where you are no staff of the room any more; absent otherwise. */
  archive: z.object({ id, roomName: z.string() }).optional(),
  status: z.enum(LINK_STATUSES),
  createdAt: instant,
  ...limits,
  level: linkLevel,
  greeting: z.string(),
  hasPassword: z.boolean(),
  askEmail: z.boolean(),
  requireCode: z.boolean(),
  allowed: z.array(z.string()),
  blocked: z.array(z.string()),
  terms: z.object({ id, name: z.string() }).nullable(),
  watermark: z.object({ id, name: z.string() }).nullable(),
  requireSignature: z.boolean(),
  alertOwner: z.boolean(),
  rememberDays: z.int(),
  /** Admissions, the people admitted, and what they did. */
  visits: z.int(),
  people: z.int(),
  views: z.int(),
  downloads: z.int(),
  lastVisitAt: instant.nullable(),
});
export type Link = z.infer<typeof link>;

/** The fields of a new link beside what it opens. */
export const newLink = {
  name: linkName,
  startsAt: limits.startsAt.default(null),
  expiresAt: limits.expiresAt.default(null),
  maxVisits: limits.maxVisits.default(null),
  maxVisitors: limits.maxVisitors.default(null),
  settings: settingsChange.default({}),
};

export const createLink = {
  method: 'POST',
  path: '/api/links',
  summary:
    'Create a link to folders and files that you own or administer, or into a group of a room that you manage',
  caller: 'user',
  body: z
    .strictObject({
      ...newLink,
      targets: z
        .array(target)
        .max(MAX_LINK_TARGETS, `Choose at most ${MAX_LINK_TARGETS} folders and files`)
        .default([]),
      /** Visitors become members of this group and see what it sees; there are no targets then. */
      groupId: id.nullable().default(null),
    })
    .refine(({ targets, groupId }) => (targets.length === 0) === (groupId !== null), {
      path: ['targets'],
      error: 'Choose either folders and files or a group',
    }),
  result: link,
  status: 201,
} as const satisfies Endpoint;

export const listLinks = {
  method: 'GET',
  path: '/api/links',
  summary:
    'Your own links, newest first; with `kind` and `id` those to one folder or file, and of all users to administrators',
  caller: 'user',
  query: z
    .strictObject({ ...pageQuery, kind: targetKind.optional(), id: idText.optional() })
    .refine(({ kind, id }) => (kind === undefined) === (id === undefined), 'Name both the kind and the id'),
  result: z.array(link),
} as const satisfies Endpoint;

export const getLink = {
  method: 'GET',
  path: '/api/links/:id',
  summary: 'A link with its settings and figures',
  caller: 'user',
  params: idParams,
  result: link,
} as const satisfies Endpoint;

export const updateLink = {
  method: 'PATCH',
  path: '/api/links/:id',
  summary: 'Change, disable or enable a link; a change that asks visitors for more ends their sessions',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({
      name: linkName.optional(),
      ...z.strictObject(limits).partial().shape,
      disabled: z.boolean().optional(),
      settings: settingsChange.optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'Name what changes'),
  result: link,
} as const satisfies Endpoint;

export const deleteLink = {
  method: 'DELETE',
  path: '/api/links/:id',
  summary: 'Revoke a link for good, with the sessions of its visitors',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
