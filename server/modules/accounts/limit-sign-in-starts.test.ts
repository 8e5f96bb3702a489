import { expect, test } from 'vitest';
import { openCompany } from '#server/testing/sign-in/open-company.ts';
import { openCompanyBrowser } from '#server/testing/sign-in/through-company.ts';
import { addPasskey, openPasskeyBrowser } from '#server/testing/sign-in/with-passkey.ts';

const MOST = 300;

test('sign-ins that succeed leave the limit of their network to others', async () => {
  const { testApp, signIn } = await openCompany();
  const { db } = testApp.server.services;
  const person = { sub: 'ann', email: 'ann@acme.test' };
  const { authenticator } = await addPasskey(testApp, await testApp.user());
  await signIn(person);
  expect(await db.selectFrom('attempt_counts').selectAll().execute()).toEqual([]);
  await openCompanyBrowser(testApp).start();
  await db
    .updateTable('attempt_counts')
    .set({ attempts: MOST - 1 })
    .execute();
  for (let time = 0; time < 3; time += 1) {
    expect((await signIn(person)).answer.status).toBe(303);
    expect((await openPasskeyBrowser(testApp).signIn(authenticator)).status).toBe(200);
  }
  const starts = Array.from({ length: 3 }, () => openCompanyBrowser(testApp).get('/api/oidc/start'));
  expect((await Promise.all(starts)).map(({ status }) => status).sort()).toEqual([303, 429, 429]);
});
