import { describe, expect, test } from 'vitest';
import {
  hashPassword,
  MAX_CONCURRENT_PASSWORDS,
  MAX_WAITING_PASSWORDS,
  withPasswordVerification,
} from './password-hashing.ts';

const verify = (password: string, hash: string | undefined) =>
  withPasswordVerification((verifyPassword) => verifyPassword(password, hash));

describe('the hash of a password', () => {
  test('the hash of a password verifies the password and no other', async () => {
    const hash = await hashPassword('naïve 密碼');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verify('naïve 密碼', hash)).toBe(true);
    expect(await verify('naive 密碼', hash)).toBe(false);
    expect(await hashPassword('naïve 密碼')).not.toBe(hash);
  });

  test('a password is verified with the parameters and the length that its hash names', async () => {
    // 8 MiB, 1 pass, a tag of 16 bytes.
    const hash = '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$VveSHSGsXHdljkIuhB/6WQ';
    expect(await verify('password', hash)).toBe(true);
    expect(await verify('Password', hash)).toBe(false);
  });

  test.each([undefined, '', 'none', '$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA'])(
    'never verifies when it is %j',
    async (hash) => {
      expect(await verify('', hash)).toBe(false);
    },
  );
});

const CAPACITY = MAX_CONCURRENT_PASSWORDS + MAX_WAITING_PASSWORDS;

test('beyond the running and 64 waiting verifications a request is refused before its work begins', async () => {
  let begun = 0;
  const release = Promise.withResolvers<void>();
  const requests = Array.from({ length: CAPACITY + 10 }, () =>
    withPasswordVerification(async () => {
      begun += 1;
      await release.promise;
    }).catch((error: unknown) => error),
  );
  const refused = await Promise.all(requests.slice(-10));
  expect(refused).toMatchObject(
    Array(10).fill({
      code: 'unavailable',
      retryAfterSeconds: 2,
      message: expect.stringContaining('Try again'),
    }),
  );
  expect(begun).toBe(CAPACITY);
  release.resolve();
  expect((await Promise.all(requests)).filter((error) => error !== undefined)).toHaveLength(10);
  expect(begun).toBe(CAPACITY);
});

test('requests that still count their attempts hold no slot, and those that verify share the slots', async () => {
  const counted = Promise.withResolvers<void>();
  const counting = Array.from({ length: 2 * MAX_CONCURRENT_PASSWORDS }, () =>
    withPasswordVerification(async (verifyPassword) => {
      await counted.promise;
      return verifyPassword('wrong', undefined);
    }),
  );
  // Derived while all of them wait.
  expect(await hashPassword('a password')).toContain('$argon2id$');
  counted.resolve();
  expect(await Promise.all(counting)).toEqual(counting.map(() => false));
});
