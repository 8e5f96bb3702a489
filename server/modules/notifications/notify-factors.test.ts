import { expect, test } from 'vitest';
import { openMailingApp } from '#server/testing/open-mailing-app.ts';
import { setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { addPasskey, openPasskeyBrowser } from '#server/testing/sign-in/with-passkey.ts';

test('a user is mailed when a passkey is disabled and when a factor is removed, and by whom', async () => {
  const { testApp, server } = await openMailingApp();
  const [administrator, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const lastMail = async () => {
    await testApp.finishJobs();
    const { to, raw = '' } = server.mails.at(-1) ?? {};
    return [to?.[0], raw.replace(/=\r?\n/g, '').replace(/\s+/g, ' ')] as const;
  };
  const { id, authenticator } = await addPasskey(testApp, person, 'Old key');
  authenticator.counter = 5;
  const browser = openPasskeyBrowser(testApp);
  expect((await browser.signIn(authenticator)).status).toBe(200);
  authenticator.counter = 2;
  expect((await browser.signIn(authenticator)).status).toBe(401);
  const [disabledTo, disabled] = await lastMail();
  expect(disabledTo).toBe(person.email);
  expect(disabled).toContain('A passkey of your account was disabled');

  await setUpFactor(testApp, person);
  expect((await person.delete(`/api/user/passkeys/${id}`)).status).toBe(200);
  const [, removed] = await lastMail();
  expect(removed).toContain('Somebody who was signed in as you removed the passkey');
  expect(removed).toContain('Your other second factors still protect it.');

  expect((await administrator.delete(`/api/admin/users/${person.id}/factors`)).status).toBe(200);
  const [, all] = await lastMail();
  expect(all).toContain('An administrator removed the second factors of your Muniment account.');
  expect(all).toContain('Your password alone signs in now.');
});
