import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { FILE_NOT_FOUND } from '#shared/domain/messages.ts';
import { CLOCK_TOLERANCE_MS } from './rate-limits.ts';

/** Long enough to load the visible pages on any connection; the browser requests the next signature meanwhile. */
export const SIGNATURE_TTL_MS = 5 * 60 * 1000;

/** The purpose of the signing key, which all nodes derive from the same root keys. */
const PURPOSE = 'muniment page address v1';

/** The pages of a file that one signature covers. */
export interface SignedPages {
  readonly purpose: 'pages' | 'thumbnail';
  readonly fileId: number;
  /** Identifies the rendered content and its form: other content needs a new signature. */
  readonly documentKey: string;
}

export type Signer = Pick<Context, 'signingKeys' | 'now'>;

/**
 * Signs the page URLs of one file for one session and a few minutes. The access check still applies to each
 * request.
 */
export function signPages({ signingKeys, now }: Signer, session: string, pages: SignedPages): string {
  const key = signingKeys.derive(signingKeys.currentVersion(), PURPOSE);
  return computeSignature(key, session, pages, String(now() + SIGNATURE_TTL_MS));
}

/**
 * Returns those pages that the signature covers. Refuses as if the file did not exist, so that a missing signature reveals
 * nothing.
 */
export function verifySignature<T extends SignedPages>(
  { signingKeys, now }: Signer,
  session: string,
  candidates: readonly T[],
  signature: string,
): T {
  const [end = ''] = signature.split('.');
  const given = Buffer.from(signature);
  const keys = signingKeys.signingVersions().map((version) => signingKeys.derive(version, PURPOSE));
  const signed = candidates.find((pages) =>
    keys.some((key) => {
      const wanted = Buffer.from(computeSignature(key, session, pages, end));
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    }),
  );
  const remainingMs = Number(end) - now();
  // One that lasts longer was made while the clock was ahead.
  const isCurrent = remainingMs > 0 && remainingMs <= SIGNATURE_TTL_MS + CLOCK_TOLERANCE_MS;
  if (!signed || !isCurrent) throw new AppError('not-found', FILE_NOT_FOUND);
  return signed;
}

/** Signs the expiry together with the rest. */
function computeSignature(key: Buffer, session: string, pages: SignedPages, end: string): string {
  const { purpose, fileId, documentKey } = pages;
  const mac = createHmac('sha256', key).update(JSON.stringify([purpose, session, fileId, documentKey, end]));
  return `${end}.${mac.digest('base64url')}`;
}
