import { z } from 'zod';
import { ANCHOR_KINDS } from '../../domain/evidence/anchors.ts';
import { getTreeHead } from '../audit.ts';
import type { Endpoint } from '../endpoint.ts';
import { emailField } from '../fields/account-fields.ts';
import { id, idParams, instant } from '../fields/base-fields.ts';

const MAX_URL_LENGTH = 2_000;
const MAX_RECIPIENTS = 20;
const INVALID_URL = 'Enter an address such as https://example.com/tsa, without a password';

const serverUrl = z
  .string({ error: INVALID_URL })
  .trim()
  .max(MAX_URL_LENGTH, INVALID_URL)
  .refine((text) => {
    const parsed = URL.parse(text);
    const isHttp = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
    return parsed !== null && isHttp && parsed.username === '' && parsed.password === '';
  }, INVALID_URL);

/** Places where signed tree heads and receipts go besides the database; none by default. */
export const evidenceSettings = z.strictObject({
  /** The address of an RFC 3161 server; `null` for none. */
  timeStampServer: serverUrl.nullable(),
  /** Appends tree heads to the file that the operator set up. */
  anchorToFile: z.boolean(),
  /** Keeps each tree head as an object in the bucket that the operator set up. */
  anchorToBucket: z.boolean(),
  /** The people who get the tree head of each day. */
  anchorMailTo: z
    .array(emailField('Enter e-mail addresses such as ada@example.com'))
    .max(MAX_RECIPIENTS, `Enter at most ${MAX_RECIPIENTS} addresses`)
    .transform((addresses) => [...new Set(addresses)]),
  /** Prints the newest tree head in each mail about changes. */
  anchorInDigests: z.boolean(),
  /** Mails receipts to their holders. */
  mailReceipts: z.boolean(),
});
export type EvidenceSettings = z.infer<typeof evidenceSettings>;

export const DEFAULT_EVIDENCE_SETTINGS: EvidenceSettings = {
  timeStampServer: null,
  anchorToFile: false,
  anchorToBucket: false,
  anchorMailTo: [],
  anchorInDigests: false,
  mailReceipts: false,
};

const anchor = z.object({
  id,
  kind: z.enum(ANCHOR_KINDS),
  treeSize: id,
  /** `null` after a failed attempt. */
  anchoredAt: instant.nullable(),
  checkedAt: instant,
  lastError: z.string().nullable(),
  hasToken: z.boolean(),
});
export type Anchor = z.infer<typeof anchor>;

/** A place outside the database that is chosen, or was. */
const anchorPlace = z.object({
  kind: z.enum(ANCHOR_KINDS),
  isChosen: z.boolean(),
  /** The newest tree head that is kept there; `null` before the first. */
  kept: z.object({ treeSize: id, at: instant }).nullable(),
  /** The last attempt, if that failed. */
  failure: z.object({ at: instant, error: z.string() }).nullable(),
});
export type AnchorPlace = z.infer<typeof anchorPlace>;

const anchorState = z.object({
  /** The newest; `null` while none is signed. */
  treeHead: getTreeHead.result.nullable(),
  places: z.array(anchorPlace),
});
export type AnchorState = z.infer<typeof anchorState>;

const shownAnchors = anchorState.extend({
  settings: evidenceSettings,
  /** The operator set up a file. */
  hasFile: z.boolean(),
  /** The operator set up a bucket. */
  hasBucket: z.boolean(),
  /** The operator set up a mail server. */
  hasMail: z.boolean(),
  /** The newest, at most 50. */
  anchors: z.array(anchor),
});
export type ShownAnchors = z.infer<typeof shownAnchors>;

export const getAnchors = {
  method: 'GET',
  path: '/api/admin/anchors',
  summary: 'Where signed tree heads are kept besides the database, and the last of them',
  caller: 'administrator',
  result: shownAnchors,
} as const satisfies Endpoint;

export const getRoomAnchors = {
  method: 'GET',
  path: '/api/rooms/:id/anchors',
  summary:
    'The newest signed tree head, and where heads are kept besides the database and when one was last kept there; for managers of the room',
  caller: 'user',
  params: idParams,
  result: anchorState,
} as const satisfies Endpoint;

export const updateAnchors = {
  method: 'PATCH',
  path: '/api/admin/anchors',
  summary: 'Choose where signed tree heads are kept besides the database; the newest one goes there at once',
  caller: 'administrator',
  body: evidenceSettings.partial(),
  result: shownAnchors,
} as const satisfies Endpoint;

export const getAnchorToken = {
  method: 'GET',
  path: '/api/admin/anchors/:id/token',
  summary: 'The time stamp of a tree head (RFC 3161, DER)',
  caller: 'administrator',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;
