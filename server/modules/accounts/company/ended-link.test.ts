import { expect, test } from 'vitest';
import { systemContext, transaction } from '#server/app/context.ts';
import { openCompany } from '#server/testing/sign-in/open-company.ts';
import { openCompanyBrowser } from '#server/testing/sign-in/through-company.ts';
import { completeCompanySignIn } from './company-sign-in.ts';

test('a sign-in through the company under way ends with the link of its account', async () => {
  const { testApp, issuer } = await openCompany();
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
