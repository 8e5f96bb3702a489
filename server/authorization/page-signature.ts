import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { FILE_NOT_FOUND } from '#shared/domain/messages.ts';

/** Long enough to load what is in sight on any line; the reader's browser asks for the next one meanwhile. */
export const SIGNATURE_TTL_MS = 5 * 60 * 1000;

/** The same in every process of a room and after each start, since all have the master key. */
export const derivePageSigningKey = (masterKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'muniment page address v1', 32)));

/** What one signature opens. */
export interface SignedPages {
  readonly purpose: 'pages' | 'thumbnail';
  readonly fileId: number;
  /** Names the bytes that are drawn, and as what: another content is signed anew. */
  readonly documentKey: string;
}

type Signer = Pick<Context, 'pageSigningKey' | 'now'>;

/** What opens the pages of one file to one session for a few minutes, beside the right to see them and never instead of it. */
export function signPages({ pageSigningKey, now }: Signer, session: string, pages: SignedPages): string {
  return computeSignature(pageSigningKey, session, pages, String(now() + SIGNATURE_TTL_MS));
}

/** Refuses as if there were no such file: who has no signature is not told whether there is something to sign. */
export function verifySignature(
  { pageSigningKey, now }: Signer,
  session: string,
  pages: SignedPages,
  signature: string,
): void {
  const [end = ''] = signature.split('.');
  const given = Buffer.from(signature);
  const wanted = Buffer.from(computeSignature(pageSigningKey, session, pages, end));
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  if (!isOurs || Number(end) <= now()) throw new AppError('not-found', FILE_NOT_FOUND);
}

/** The end stands before the seal and is sealed with the rest. */
function computeSignature(key: KeyObject, session: string, pages: SignedPages, end: string): string {
  const { purpose, fileId, documentKey } = pages;
  const mac = createHmac('sha256', key).update(JSON.stringify([purpose, session, fileId, documentKey, end]));
  return `${end}.${mac.digest('base64url')}`;
}
