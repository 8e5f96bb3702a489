import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's argon2id parameters: 19 MiB, 2 passes, 1 lane. Runs on libuv's threads, never the main one. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

const derive = promisify(argon2);

const deriveTag = (
  password: string,
  salt: Buffer,
  memory: number,
  passes: number,
  tagLength: number,
): Promise<Buffer> =>
  derive('argon2id', { message: password, nonce: salt, parallelism: 1, tagLength, memory, passes });

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag(password, salt, MEMORY_KIB, PASSES, TAG_BYTES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(tag)}`;
}

const PHC_FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** No account has this: it makes an unknown name cost as much time as a wrong password. */
const DUMMY_SALT = randomBytes(SALT_BYTES);

/** Whether the password is the one behind `hash`. An absent hash takes as long and is never right. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const match = hash === undefined ? null : PHC_FORMAT.exec(hash);
  if (!match) {
    await deriveTag(password, DUMMY_SALT, MEMORY_KIB, PASSES, TAG_BYTES);
    return false;
  }
  const [, memory, passes, salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const actual = await deriveTag(
    password,
    Buffer.from(salt, 'base64'),
    Number(memory),
    Number(passes),
    expected.length,
  );
  return timingSafeEqual(actual, expected);
}
