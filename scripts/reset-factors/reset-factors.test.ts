import { expect } from 'vitest';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { openBrowser, setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { withWritableInstallation } from '../command-line/open-installation.ts';
import { resetFactors } from './reset-factors.ts';

test('the operator removes the factor of an account beside the running server, and it is recorded', async ({
  testApp,
}) => {
  const administrator = await testApp.user({ isAdmin: true });
  await setUpFactor(testApp, administrator);
  const reset = (name: string) =>
    withWritableInstallation(testApp.server.services.config, (installation) =>
      resetFactors(installation, name, testApp.server.services.now()),
    );
  await expect(reset('nobody')).rejects.toThrow('There is no account with the name nobody.');
  await reset(administrator.username.toUpperCase());
  expect((await administrator.get('/api/user')).status).toBe(401);
  expect((await openBrowser(testApp).signIn(administrator.username)).status).toBe(200);
  await expect(reset(administrator.username)).rejects.toThrow('has no second factor');
  expect(await listAuditEvents(testApp)).toContainEqual(
    expect.objectContaining({ action: 'user.remove-factors', details: { byOperator: true } }),
  );
});
