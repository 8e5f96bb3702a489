import { onTestFinished } from 'vitest';
import { openTestIssuer } from '../fakes/test-issuer.ts';
import { openTestApp } from '../test-app.ts';
import { openCompanyBrowser } from './through-company.ts';

/** Opens an app whose users sign in through the company Acme, for the duration of a test. */
export async function openCompany() {
  const issuer = await openTestIssuer();
  const { url, clientId, clientSecret } = issuer;
  const testApp = await openTestApp({
    config: { identityProvider: { issuer: url, clientId, clientSecret } },
  });
  onTestFinished(async () => {
    await testApp.close();
    await issuer.close();
  });
  const administrator = await testApp.user({ isAdmin: true });
  const configure = (body: object) => administrator.patch('/api/admin/sign-in-settings', body);
  await configure({ companyName: 'Acme', companyDomains: ['acme.test'], companyCreatesAccounts: true });
  const signIn = async (person: object, browser = openCompanyBrowser(testApp)) => {
    issuer.person = { email_verified: true, ...person };
    const answer = await browser.comeBack(issuer.authorize(await browser.start('?returnTo=/folder/7')));
    return { browser, answer };
  };
  return { testApp, issuer, administrator, configure, signIn };
}
