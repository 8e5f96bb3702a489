import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/app/context.ts';

/** How long a device is known after a sign-in. */
export const DEVICE_LIFETIME_MS = 180 * 24 * 60 * 60 * 1000;

/** The purpose of the signing key, which all nodes derive from the same root keys. */
const PURPOSE = 'muniment known device v1';

interface Account {
  readonly id: number;
  readonly password_hash: string;
}

type Signer = Pick<Context, 'signingKeys' | 'now'>;

/**
 * Returns a token that proves a sign-in to the account with its present password. It gives no access: it only keeps the
 * failed attempts of others from counting against this device.
 */
export function signDevice({ signingKeys, now }: Signer, account: Account): string {
  const deviceId = randomBytes(16).toString('base64url');
  const expiresAt = String(now() + DEVICE_LIFETIME_MS);
  const key = signingKeys.derive(signingKeys.currentVersion(), PURPOSE);
  return [deviceId, expiresAt, computeSignature(key, account, deviceId, expiresAt)].join('.');
}

/** Returns the id of a device that signed in to the account with its present password, or `undefined`. */
export function findKnownDevice(
  { signingKeys, now }: Signer,
  account: Account,
  token: string | undefined,
): string | undefined {
  const [deviceId = '', expiresAt = '', signature = ''] = token?.split('.') ?? [];
  const given = Buffer.from(signature);
  const isOurs = signingKeys.signingVersions().some((version) => {
    const key = signingKeys.derive(version, PURPOSE);
    const expected = Buffer.from(computeSignature(key, account, deviceId, expiresAt));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs && Number(expiresAt) > now() ? deviceId : undefined;
}

const computeSignature = (key: Buffer, account: Account, deviceId: string, expiresAt: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([account.id, account.password_hash, deviceId, expiresAt]))
    .digest('base64url');
