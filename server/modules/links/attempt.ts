import { createHash, randomBytes } from 'node:crypto';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { LINK_STEPS, type LinkStep } from '#shared/domain/link-steps.ts';
import {
  type AttemptRow,
  findAttempt,
  insertAttempt,
  removeExpiredAttempts,
  setAttempt,
} from './access-queries.ts';
import type { DeviceRow } from './devices/device-queries.ts';
import { type BrowserTokens, loadDevice } from './devices/remembered-device.ts';
import { listSteps } from './link-settings.ts';
import type { OpenLink } from './load-open-link.ts';

/** How long the completed steps of a browser count. */
const ATTEMPT_LIFETIME_MS = 30 * 60 * 1000;
const TOKEN_BYTES = 32;

export const hashAttemptToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Holds the steps that one browser has completed on an access page. */
export interface Attempt {
  /** Undefined before the first step. */
  readonly row: AttemptRow | undefined;
  readonly completed: readonly LinkStep[];
  /** The remembered browser that stands for the steps; only without steps in progress. */
  readonly device?: DeviceRow;
}

/**
 * Loads the steps of a browser: those in progress, otherwise those that the link remembers. Steps of another link, or from before
 * a change that asks for more, do not count.
 */
export async function loadAttempt(
  ctx: Context,
  link: OpenLink,
  { attempt: token, device: deviceToken }: BrowserTokens,
): Promise<Attempt> {
  const isToken = token !== undefined && token.length <= 100;
  const row = isToken ? await findAttempt(ctx.db, hashAttemptToken(token), link.row, ctx.now()) : undefined;
  if (!row) return loadRemembered(ctx, link, deviceToken);
  const names = new Set(row.completed_steps.split(','));
  // An acceptance of a version that was replaced meanwhile does not count.
  if (row.terms_version_id !== link.terms?.id) names.delete('terms');
  return { row, completed: LINK_STEPS.filter((step) => names.has(step)) };
}

async function loadRemembered(ctx: Context, link: OpenLink, token: string | undefined): Promise<Attempt> {
  const device = await loadDevice(ctx, link, token);
  if (!device) return { row: undefined, completed: [] };
  const acceptsTerms = link.terms !== undefined && device.terms_version_id === link.terms.id;
  const completed = [...listSteps(link.settings), ...(acceptsTerms ? (['terms'] as const) : [])];
  return { row: undefined, completed, device };
}

const stepsOf = ({ settings, terms }: OpenLink): LinkStep[] => [
  ...listSteps(settings),
  ...(terms ? (['terms'] as const) : []),
];

export const remainingSteps = (link: OpenLink, { completed }: Attempt): LinkStep[] =>
  stepsOf(link).filter((step) => !completed.includes(step));

const INCOMPLETE = 'Complete all steps first.';
export const incomplete = () => new AppError('conflict', INCOMPLETE);

/** Refuses a step while an earlier one is open, so that nobody can have mails sent who does not know the password. */
export function assertIsNext(link: OpenLink, attempt: Attempt, step: LinkStep): void {
  const steps = stepsOf(link);
  const earlier = steps.slice(0, steps.indexOf(step));
  if (earlier.some((each) => !attempt.completed.includes(each))) throw incomplete();
}

interface Progress {
  readonly completed: readonly LinkStep[];
  readonly email?: { readonly email: string; readonly email_key: string };
  readonly terms?: { readonly versionId: number; readonly typedName: string | null };
}

/**
 * Stores the completed steps under a new token, so that a token planted in the browser before is worth nothing. `also` runs in
 * the same transaction with the stored attempt. Returns the token.
 */
export function saveProgress(
  ctx: Context,
  link: OpenLink,
  { row }: Attempt,
  { completed, email, terms }: Progress,
  also: (ctx: Context, tokenHash: Buffer) => Promise<void> = async () => {},
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const tokenHash = hashAttemptToken(token);
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    await removeExpiredAttempts(ctx.db, now);
    const values = {
      token_hash: tokenHash,
      completed_steps: completed.join(','),
      expires_at: now + ATTEMPT_LIFETIME_MS,
      ...email,
      ...(terms && { terms_version_id: terms.versionId, typed_name: terms.typedName }),
    };
    if (row) {
      if (!(await setAttempt(ctx.db, row.token_hash, values))) throw incomplete();
    } else {
      await insertAttempt(ctx.db, {
        link_id: link.row.id,
        requirements_version: link.row.requirements_version,
        created_at: now,
        email: '',
        email_key: '',
        ...values,
      });
    }
    await also(ctx, tokenHash);
    return token;
  });
}
