import { expect, test } from 'vitest';
import { openMailingApp } from '#server/testing/open-mailing-app.ts';
import { putJson } from '#server/testing/room-fixture.ts';

test('emails, authenticator apps, passkeys and the message of maintenance name the brand, or else the product', async () => {
  const { testApp, server } = await openMailingApp();
  const admin = await testApp.user({ isAdmin: true });
  const settings = (values: object) => admin.patch('/api/admin/system-settings', values);

  const namesIn = async (product: string) => {
    const person = await testApp.user();
    await testApp.anonymous.post('/api/password-reset', { email: person.email });
    await testApp.finishJobs();
    const mail =
      server.mails
        .at(-1)
        ?.raw.replace(/=\r?\n/g, '')
        .replace(/\s+/g, ' ') ?? '';
    expect(mail).toContain(`to reset the password of your ${product} account.`);
    const { uri } = (await person.post('/api/user/factors')).body;
    const passkey = (await person.post('/api/user/passkeys/options')).body;
    await settings({ maintenanceMode: true });
    const refused = await person.get('/api/user/factors');
    await settings({ maintenanceMode: false });
    expect([passkey.rp.name, refused.body.error]).toEqual([
      product,
      `${product} is under maintenance. Come back later.`,
    ]);
    return new URL(uri);
  };

  const usual = await namesIn('Muniment');
  expect(usual.searchParams.get('issuer')).toBe('Muniment (localhost)');
  expect((await putJson(admin, '/api/admin/brand', { name: 'Tarnbrook: Deals' })).status).toBe(200);
  const branded = await namesIn('Tarnbrook: Deals');
  expect(branded.searchParams.get('issuer')).toBe('Tarnbrook Deals (localhost)');
  expect(decodeURIComponent(branded.pathname)).toMatch(/^\/+Tarnbrook Deals \(localhost\):person-\d+$/);
});
