import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Steps before and after the current one that are accepted, for clocks that differ. */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;

/** Returns 160 random bits in base32, as RFC 4226 recommends. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the address behind the QR code that authenticator apps scan. */
export const buildOtpauthUri = (secret: string, account: string, issuer: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label: account }).toString();

/** Returns the time step of a valid code, or `undefined`. */
export function findTimeStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now, window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}
