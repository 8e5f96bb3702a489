import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** At least 112 bits, so that a hash without salt is as good as one with it. */
const CODE_BYTES = 15;
/** Crockford's base32: no letter is mistaken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Creates ten codes of 120 random bits, such as `7f3k-9mq2-t0xw-c5bd-18ne-hz4v`, to be shown once. */
export const createRecoveryCodes = (): string[] => Array.from({ length: COUNT }, createCode);

function createCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const signs = bits.match(/.{5}/g)?.map((five) => ALPHABET[Number.parseInt(five, 2)]) ?? [];
  return signs.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** Hashes a code as it was typed: case, spaces and hyphens do not matter. Too random to be found from its hash. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex');
