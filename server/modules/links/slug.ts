import { createHash, randomBytes } from 'node:crypto';
import type { Services } from '#server/app/context.ts';

/** 128 bits: 22 characters. */
const SLUG_BYTES = 16;

export const hashSlug = (slug: string): Buffer => createHash('sha256').update(slug).digest();

/** Creates a slug as columns of a row: its hash for lookups and the encrypted slug for showing it again. */
export function createSlug({ encryptor }: Pick<Services, 'encryptor'>) {
  const slug = randomBytes(SLUG_BYTES).toString('base64url');
  return { slug_hash: hashSlug(slug), encrypted_slug: encryptor.encrypt('link slug', slug) };
}

export const buildLinkUrl = (
  { encryptor, config }: Pick<Services, 'encryptor' | 'config'>,
  encryptedSlug: Buffer,
): string => `${config.publicUrl}/l/${encryptor.decrypt('link slug', encryptedSlug)}`;
