import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#server/app/context.ts';
import { isAllowedAddress } from '../address-rules.ts';
import { type LinkSettings, listSteps } from '../link-settings.ts';
import type { OpenLink } from '../load-open-link.ts';
import {
  type DeviceRow,
  findDevice,
  insertDevice,
  removeDeviceOfLink,
  removeExpiredDevices,
} from './device-queries.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;

/** The cookies of a browser on an access page: for its steps in progress, and for having come before. */
export interface BrowserTokens {
  readonly attempt: string | undefined;
  readonly device: string | undefined;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Loads what a link remembers of a browser. Nothing counts from before a change that asks for more, of a person whose visits were
 * ended or whose address is not allowed any more, or from longer ago than the link says by now.
 */
export async function loadDevice(
  ctx: Pick<Context, 'db' | 'now'>,
  { row, settings }: Pick<OpenLink, 'row' | 'settings'>,
  token: string | undefined,
): Promise<DeviceRow | undefined> {
  if (settings.rememberDays === 0 || token === undefined || token.length > 100) return undefined;
  const device = await findDevice(ctx.db, hashOf(token), row, ctx.now());
  if (!device || device.proved_at + settings.rememberDays * DAY_MS <= ctx.now()) return undefined;
  // A device of a link that asked for no address says nothing to one that does; that change asks for more anyway.
  const hasAddress = device.email_key !== '';
  if (listSteps(settings).includes('email') && !hasAddress) return undefined;
  return hasAddress && !isAllowedAddress(device.email_key, settings) ? undefined : device;
}

/** Forgets a browser on its own request; returns whether the link knew it. */
export const forgetDevice = async (
  { db }: Pick<Context, 'db'>,
  linkId: number,
  token: string | undefined,
): Promise<boolean> => token !== undefined && (await removeDeviceOfLink(db, linkId, hashOf(token)));

interface Remembered {
  readonly linkId: number;
  readonly requirementsVersion: number;
  readonly visitorId: number;
  readonly termsVersionId: number | null;
  /** When the steps were completed, which a visit without them does not renew. */
  readonly provedAt: number;
  readonly settings: LinkSettings;
}

/** A token for the cookie of a remembered browser. */
export interface DeviceToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Remembers a browser inside the transaction that admits it; returns its new token, or `undefined` if the link remembers none.
 */
export async function rememberDevice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { linkId, requirementsVersion, visitorId, termsVersionId, provedAt, settings }: Remembered,
): Promise<DeviceToken | undefined> {
  const expiresAt = provedAt + settings.rememberDays * DAY_MS;
  if (expiresAt <= now()) return undefined;
  await removeExpiredDevices(db, now());
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await insertDevice(db, {
    token_hash: hashOf(token),
    link_id: linkId,
    visitor_id: visitorId,
    requirements_version: requirementsVersion,
    terms_version_id: termsVersionId,
    proved_at: provedAt,
    expires_at: expiresAt,
  });
  return { token, expiresAt };
}
