import { expect, test } from 'vitest';
import { openCompany } from '#server/testing/sign-in/open-company.ts';

test('claims with U+0000, or longer than an account can hold, are refused and never fail', async () => {
  const { signIn } = await openCompany();
  const statusOf = async (person: object) => (await signIn(person)).answer.status;
  expect(await statusOf({ sub: 'a\0b', email: 'a@acme.test' })).toBe(401);
  expect(await statusOf({ sub: 'a'.repeat(256), email: 'a@acme.test' })).toBe(401);
  expect(await statusOf({ sub: 'half \ud83d', email: 'a@acme.test' })).toBe(401);
  expect(await statusOf({ sub: 'a', email: 'a\0@acme.test' })).toBe(403);
  expect(await statusOf({ sub: 'a', email: `${'a'.repeat(5_000)}@acme.test` })).toBe(403);
  const named = async (preferred_username: string, sub: string) => {
    const { browser } = await signIn({ sub, email: `${sub}@acme.test`, preferred_username });
    return (await browser.client.get('/api/user')).body.username;
  };
  expect(await named('a\0b', 'ann')).toBe('ann');
  expect(await named('x'.repeat(100_000), 'ben')).toBe('x'.repeat(48));
});
