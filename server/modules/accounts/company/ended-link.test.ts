import { expect, onTestFinished, test } from 'vitest';
import { systemContext, transaction } from '#server/app/context.ts';
import { openTestIssuer } from '#server/testing/fakes/test-issuer.ts';
import { openCompanyBrowser } from '#server/testing/sign-in/through-company.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { completeCompanySignIn } from './company-sign-in.ts';

test('a sign-in through the company under way ends with the link of its account', async () => {
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
  const settings = { companyName: 'Acme', companyDomains: ['acme.test'], companyCreatesAccounts: true };
  await administrator.patch('/api/admin/sign-in-settings', settings);
  issuer.person = { sub: 'ann', email: 'ann@acme.test', email_verified: true };
  const ctx = systemContext(testApp.server.services);
  const complete = async () => {
    const browser = openCompanyBrowser(testApp);
    const query = issuer.authorize(await browser.start());
    const token = browser.cookies.get('muniment_company');
    const answer = await completeCompanySignIn(ctx, query, { token, deviceToken: undefined });
    if (answer.kind !== 'signed-in') throw new Error('The account has no link.');
    return answer.signIn;
  };
  const apply = (signIn: Awaited<ReturnType<typeof complete>>) =>
    transaction(ctx, (ctx) => signIn.apply(ctx, ''));
  const [waiting, again] = [await complete(), await complete()];
  await apply(again);
  // As a reset of the password does while the sign-in waits.
  await ctx.db.deleteFrom('oidc_links').where('user_id', '=', waiting.user.id).execute();
  await expect(apply(waiting)).rejects.toThrow('The sign-in has expired. Please start again.');
});
