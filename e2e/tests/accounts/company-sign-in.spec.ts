import { expect, test } from '@playwright/test';
import { openCompanyProvider } from '#server/testing/fakes/company-provider.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { administrator } from '../../support/fixtures/administrator.ts';
import { findFreePort } from '../../support/fixtures/find-free-port.ts';
import { startTestServer } from '../../support/fixtures/start-server.ts';

const CLIENT = { clientId: 'muniment', clientSecret: 'a secret of the client' };

test(
  'people of the company sign in through its provider, with an account created for them, and come back where they wanted to be',
  {
    tag: '@full',
  },
  async ({ page, browser }, testInfo) => {
    const port = await findFreePort();
    const origin = `http://localhost:${port}`;
    const provider = await openCompanyProvider({ ...CLIENT, callback: `${origin}/api/oidc/callback` });
    await using _server = await startTestServer(testInfo.outputPath('data'), {
      PORT: String(port),
      PUBLIC_URL: origin,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.clientId,
      OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    });

    await test.step('an administrator names the provider and the domain', async () => {
      const context = await browser.newContext({ baseURL: origin });
      const { username, password } = administrator;
      await context.request.post('/api/login', { data: { username, password } });
      const settings = { companyName: 'Acme', companyDomains: ['acme.test'], companyCreatesAccounts: true };
      const saved = await context.request.patch('/api/admin/sign-in-settings', { data: settings });
      expect(saved.ok(), await saved.text()).toBe(true);
      await context.close();
    });

    await test.step('the sign-in page leads to the provider', async () => {
      await page.goto(`${origin}/trash`);
      const button = page
        .getByRole('button', { name: 'Continue with Acme' })
        .or(page.getByRole('link', { name: 'Continue with Acme' }));
      await expect(button).toBeVisible();
      await expectAccessibleScreen(page, 'sign in with a company');
      await button.click();
      await page.waitForURL(`${provider.issuer}/**`);
    });

    await test.step('the person signs in there and is back, with an account of their own', async () => {
      await page.locator('input[name=login]').fill('berta');
      await page.locator('input[name=password]').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(origin);
      const user = await (await page.request.get(`${origin}/api/user`)).json();
      expect(user).toMatchObject({
        username: 'berta',
        email: 'berta@acme.test',
        isAdmin: false,
        hasPassword: false,
      });
    });

    await test.step('a callback that another browser began signs nobody in', async () => {
      const other = await browser.newContext({ baseURL: origin });
      const otherPage = await other.newPage();
      await otherPage.goto('/api/oidc/callback?code=stolen&state=stolen');
      await expect(otherPage.getByRole('alert')).toBeVisible();
      expect((await other.request.get('/api/user')).status()).toBe(401);
      await other.close();
    });
    provider.close();
  },
);
