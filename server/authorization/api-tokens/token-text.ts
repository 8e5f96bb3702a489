import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Lets people and scanners for leaked secrets recognize a token. */
const PREFIX = 'mun_';
const SECRET_BYTES = 32;
/** Digits of 256 bits and of the 32 bits of a checksum in base 62. */
const [SECRET_LENGTH, CHECKSUM_LENGTH] = [43, 6];
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`);

/** Writes a number without characters at which a double click would end the selection. */
function toBase62(value: bigint, length: number): string {
  let [rest, text] = [value, ''];
  for (let place = 0; place < length; place += 1) {
    text = `${DIGITS[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}

const checksum = (secret: string): string => toBase62(BigInt(crc32(secret)), CHECKSUM_LENGTH);

/** Creates the text of a token: the prefix, 256 random bits and a checksum. */
export function createTokenText(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksum(secret)}`;
}

/** Returns whether the text can be a token, so that mistyped ones need no query. */
export function isTokenText(text: string): boolean {
  if (text.length !== PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH || !SHAPE.test(text)) return false;
  const secret = text.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return text.endsWith(checksum(secret));
}

/** Finds a token in a URL, where it would be written to logs and histories. */
export function hasTokenInUrl(url: string): boolean {
  const found = SHAPE.exec(url)?.[0];
  return found !== undefined && isTokenText(found);
}

/** The hash that is stored; of 256 random bits a fast one suffices. */
export const hashTokenText = (text: string): Buffer => createHash('sha256').update(text).digest();
