import { z } from 'zod';
import type { Link, LinkSettingsChange } from '#shared/contracts/links/links.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/limits.ts';
import { MAX_GREETING_LENGTH, MAX_LINK_NAME_LENGTH } from '#shared/domain/link-steps.ts';
import { passwordTooShort } from '#shared/domain/messages.ts';

export const linkSchema = z.object({
  name: z.string().trim().min(1, 'Name is required').max(MAX_LINK_NAME_LENGTH),
  /** How visitors say who they are. */
  identification: z.enum(['none', 'email', 'code']),
  level: z.enum(['view', 'download']),
  /** The last day in the browser's time zone, or empty. */
  lastDay: z.string(),
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
  requireSignature: z.boolean(),
});
export type LinkFormValues = z.infer<typeof linkSchema>;

const identificationOf = ({ requireCode, askEmail }: Link): LinkFormValues['identification'] => {
  if (requireCode) return 'code';
  return askEmail ? 'email' : 'none';
};

/** Returns the day of an instant as a date field has it. */
function toDay(instant: string): string {
  const date = new Date(instant);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Returns the end of a day in the browser's time zone; `null` without one. */
export const toEnd = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59`).toISOString();

/** The values of a form for a link, or for a new one. */
export const toFormValues = (link: Link | undefined, canMail: boolean): LinkFormValues => ({
  name: link?.name ?? '',
  identification: link ? identificationOf(link) : canMail ? 'code' : 'email',
  level: link?.level ?? 'view',
  lastDay: link?.expiresAt ? toDay(link.expiresAt) : '',
  password: '',
  removesPassword: false,
  allowed: link?.allowed.join(', ') ?? '',
  blocked: link?.blocked.join(', ') ?? '',
  greeting: link?.greeting ?? '',
  termsId: link?.terms ? String(link.terms.id) : '',
  requireSignature: link?.requireSignature ?? false,
});

const toList = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

export function toSettings(values: LinkFormValues): LinkSettingsChange {
  const { identification, level, greeting, password, removesPassword, termsId, requireSignature } = values;
  const requireCode = identification === 'code';
  return {
    level,
    greeting,
    askEmail: identification !== 'none',
    requireCode,
    // The lists apply to confirmed addresses only.
    allowed: requireCode ? toList(values.allowed) : [],
    blocked: requireCode ? toList(values.blocked) : [],
    termsId: termsId === '' ? null : Number(termsId),
    requireSignature: termsId !== '' && requireSignature,
    ...(removesPassword ? { password: null } : password !== '' && { password }),
  };
}
