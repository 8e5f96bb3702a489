import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { AppError } from '#server/app/errors.ts';
import { deriveInThread, estimateGuessesInThread } from './password-threads.ts';

/** OWASP's argon2id parameters: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Simultaneous derivations, of about 40 ms and 19 MiB each. One processor is left to the requests that need no password. */
export const MAX_CONCURRENT_PASSWORDS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Requests that wait for a slot, about a second for the last of them. */
export const MAX_WAITING_PASSWORDS = 64;
const RETRY_AFTER_SECONDS = 2;

const limit = pLimit(MAX_CONCURRENT_PASSWORDS);

/** Requests that hold a slot or wait for one, those that count their attempt first included. */
let places = 0;

/** Refuses a request with 503 when too many wait. Called first, it saves the queries of a request that would be refused. */
export function assertHashingCapacity(): void {
  if (places < MAX_CONCURRENT_PASSWORDS + MAX_WAITING_PASSWORDS) return;
  const message = 'Too many people are signing in right now. Try again in a few seconds.';
  throw new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Does the work of a request that needs a slot at some time, or refuses it. */
async function withPlace<T>(work: () => Promise<T>): Promise<T> {
  assertHashingCapacity();
  places += 1;
  try {
    return await work();
  } finally {
    places -= 1;
  }
}

/** Derives in one of the slots, or refuses to. Nothing waits for the database in a slot. */
const inSlot = <T>(derive: () => Promise<T>): Promise<T> => withPlace(() => limit(derive));

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Returns a PHC string: `$argon2id$v=19$m=…,t=…,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await inSlot(() =>
    deriveInThread({ password, salt, memoryKib: MEMORY_KIB, passes: PASSES, tagLength: TAG_BYTES }),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(tag)}`;
}

const PHC_FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** No account has this salt: it makes an unknown name cost as much time as a wrong password. */
const DUMMY_SALT = randomBytes(SALT_BYTES);

/** Tells whether the password has this hash. Without a hash it takes as long and returns false. */
async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const match = hash === undefined ? null : PHC_FORMAT.exec(hash);
  const [, memory = MEMORY_KIB, passes = PASSES, salt, tag] = match ?? [];
  const expected = tag === undefined ? Buffer.alloc(TAG_BYTES) : Buffer.from(tag, 'base64');
  const actual = await deriveInThread({
    password,
    salt: salt === undefined ? DUMMY_SALT : Buffer.from(salt, 'base64'),
    memoryKib: Number(memory),
    passes: Number(passes),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && match !== null;
}

/**
 * Gives the work a way to verify a password. A request that finds too many waiting is refused before the work begins, so that it
 * is not counted as an attempt. The work holds a slot only while it verifies.
 */
export const withPasswordVerification = <T>(
  work: (verify: typeof verifyPassword) => Promise<T>,
): Promise<T> => withPlace(() => work((password, hash) => limit(() => verifyPassword(password, hash))));

/** Estimates how many guesses find a password for an attacker who tries common passwords and these words first. */
export const estimateGuesses = (password: string, words: readonly string[]): Promise<number> =>
  inSlot(() => estimateGuessesInThread({ password, words }));
