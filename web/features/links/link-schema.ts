import { z } from 'zod';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { Link, LinkSettingsChange, updateLink } from '#shared/contracts/links/links.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/limits.ts';
import {
  DEFAULT_REMEMBER_DAYS,
  MAX_GREETING_LENGTH,
  MAX_LINK_NAME_LENGTH,
  MAX_LINK_VISITS,
  MAX_REMEMBER_DAYS,
} from '#shared/domain/link-steps.ts';
import { passwordTooShort } from '#shared/domain/messages.ts';
import { changedSince } from '#web/lib/forms/edits.ts';
import { toDay, toEnd, toStart } from '#web/lib/forms/local-days.ts';

/** A whole number from 1, or empty. */
const countText = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= MAX_LINK_VISITS),
    `Enter a number from 1 to ${MAX_LINK_VISITS.toLocaleString('en-US')}`,
  );

export const linkSchema = z.object({
  name: z.string().trim().min(1, 'Name is required').max(MAX_LINK_NAME_LENGTH),
  /** How visitors say who they are. */
  identification: z.enum(['none', 'email', 'code']),
  level: z.enum(['view', 'download', 'original']),
  /** The first and the last day in the browser's time zone, or empty. */
  firstDay: z.string(),
  lastDay: z.string(),
  /** Numbers, or empty for no limit. */
  maxVisits: countText,
  maxVisitors: countText,
  alertOwner: z.boolean(),
  /** For how many days a browser is remembered; 0 for none. */
  rememberDays: z
    .string()
    .trim()
    .refine(
      (text) => /^\d{1,2}$/.test(text) && Number(text) <= MAX_REMEMBER_DAYS,
      `Enter a number from 0 to ${MAX_REMEMBER_DAYS}`,
    ),
  /** Folders that a new link opens beside the one that it is created for. */
  folderIds: z.array(z.number()),
  /** Empty keeps the present one. */
  password: z
    .string()
    .refine(
      (text) => text === '' || text.length >= MIN_PASSWORD_LENGTH,
      passwordTooShort(MIN_PASSWORD_LENGTH),
    ),
  removesPassword: z.boolean(),
  allowed: z.string(),
  blocked: z.string(),
  greeting: z.string().trim().max(MAX_GREETING_LENGTH, `Use at most ${MAX_GREETING_LENGTH} characters`),
  /** An id, or empty for none. */
  termsId: z.string(),
  watermarkId: z.string(),
  requireSignature: z.boolean(),
});
export type LinkFormValues = z.infer<typeof linkSchema>;

const identificationOf = ({ requireCode, askEmail }: Link): LinkFormValues['identification'] => {
  if (requireCode) return 'code';
  return askEmail ? 'email' : 'none';
};

/** Returns the number in a field; `null` without one. */
const toCount = (text: string): number | null => (text === '' ? null : Number(text));

/** The values of a form for a link, or for a new one. */
export const toFormValues = (link: Link | undefined, canMail: boolean): LinkFormValues => ({
  name: link?.name ?? '',
  identification: link ? identificationOf(link) : canMail ? 'code' : 'email',
  level: link?.level ?? 'view',
  firstDay: link?.startsAt ? toDay(link.startsAt) : '',
  lastDay: link?.expiresAt ? toDay(link.expiresAt) : '',
  maxVisits: link?.maxVisits ? String(link.maxVisits) : '',
  maxVisitors: link?.maxVisitors ? String(link.maxVisitors) : '',
  alertOwner: link?.alertOwner ?? false,
  rememberDays: String(link?.rememberDays ?? DEFAULT_REMEMBER_DAYS),
  folderIds: [],
  password: '',
  removesPassword: false,
  allowed: link?.allowed.join(', ') ?? '',
  blocked: link?.blocked.join(', ') ?? '',
  greeting: link?.greeting ?? '',
  termsId: link?.terms ? String(link.terms.id) : '',
  watermarkId: link?.watermark ? String(link.watermark.id) : '',
  requireSignature: link?.requireSignature ?? false,
});

const toList = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

export function toSettings(values: LinkFormValues): LinkSettingsChange {
  const {
    identification,
    level,
    greeting,
    password,
    removesPassword,
    termsId,
    watermarkId,
    requireSignature,
    alertOwner,
    rememberDays,
  } = values;
  const requireCode = identification === 'code';
  return {
    level,
    greeting,
    askEmail: identification !== 'none',
    requireCode,
    // The lists apply to confirmed addresses only.
    allowed: requireCode ? toList(values.allowed) : [],
    blocked: requireCode ? toList(values.blocked) : [],
    alertOwner,
    rememberDays: Number(rememberDays),
    termsId: termsId === '' ? null : Number(termsId),
    watermarkId: watermarkId === '' ? null : Number(watermarkId),
    requireSignature: termsId !== '' && requireSignature,
    // A typed password replaces the present one, which it removes too.
    ...(password !== '' ? { password } : removesPassword && { password: null }),
  };
}

/** Returns when and how often the link of a form may be entered. */
export const toLimits = ({ firstDay, lastDay, maxVisits, maxVisitors }: LinkFormValues) => ({
  startsAt: toStart(firstDay),
  expiresAt: toEnd(lastDay),
  maxVisits: toCount(maxVisits),
  maxVisitors: toCount(maxVisitors),
});

/**
 * Returns what was edited since the form had the values `before`, so that it undoes no change of somebody else. Empty without
 * edits. Days that stay the same keep their exact times.
 */
export function toChange(before: LinkFormValues, values: LinkFormValues): BodyOf<typeof updateLink> {
  const settings = changedSince(toSettings(before), toSettings(values));
  return {
    ...changedSince({ name: before.name }, { name: values.name }),
    ...changedSince(toLimits(before), toLimits(values)),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}
