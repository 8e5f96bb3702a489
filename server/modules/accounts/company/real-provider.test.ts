import { expect, onTestFinished, test, vi } from 'vitest';
import { openCompanyProvider } from '#server/testing/fakes/company-provider.ts';
import { openCompanyBrowser } from '#server/testing/sign-in/through-company.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const CLIENT = { clientId: 'muniment', clientSecret: 'a secret of the client' };
const CALLBACK = 'http://localhost:3000/api/oidc/callback';

/** Opens the provider without its warning that its keys and pages are those for development. */
async function openProvider(): Promise<string> {
  for (const method of ['warn', 'info'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  const { issuer, close } = await openCompanyProvider({ ...CLIENT, callback: CALLBACK });
  onTestFinished(() => {
    close();
    vi.restoreAllMocks();
  });
  return issuer;
}

/** Signs in and consents on the pages of the provider; returns the address to which it sends the browser back. */
async function signInAtProvider(address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [url, form] = [address, undefined as URLSearchParams | undefined]; // the pages are forms
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location?.startsWith(CALLBACK)) return location;
    if (location !== null) {
      [url, form] = [new URL(location, url).href, undefined];
      continue;
    }
    const page = await response.text();
    const prompt = page.includes('value="login"') ? 'login' : 'consent';
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
  }
  throw new Error('The provider did not send the browser back');
}

test('a person of the company signs in through a certified provider', async () => {
  const issuer = await openProvider();
  const testApp = await openTestApp({ config: { identityProvider: { issuer, ...CLIENT } } });
  onTestFinished(() => testApp.close());
  const administrator = await testApp.user({ isAdmin: true });
  await administrator.patch('/api/admin/sign-in-settings', {
    companyDomains: ['acme.test'],
    companyCreatesAccounts: true,
  });
  const browser = openCompanyBrowser(testApp);
  const address = await browser.start('?returnTo=/trash');
  const sent = new URL(address).searchParams;
  expect(Object.fromEntries(sent)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
  });
  const back = await signInAtProvider(address, 'berta');
  const answer = await browser.comeBack(Object.fromEntries(new URL(back).searchParams));
  expect([answer.status, answer.headers['location']]).toEqual([303, '/trash']);
  expect((await browser.client.get('/api/user')).body).toMatchObject({
    username: 'berta',
    email: 'berta@acme.test',
    hasPassword: false,
  });
});
