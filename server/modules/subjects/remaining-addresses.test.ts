import { describe, expect } from 'vitest';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { erase, findLinkSettings, linkWith } from './testing/traces.ts';

describe('an address in the lists of links', () => {
  test.for([
    'dana_b@example.test',
    'dana%b@example.test',
    'd_ß\u00fc\u0142@example.test',
    '"dana"@example.test',
  ])('such as %s is replaced', async (email, { testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const id = await linkWith(testApp, admin, [email, `x${email}`, 'example.org']);
    await erase(admin, email.toUpperCase().replace('SS', 'ß'));
    await testApp.finishJobs();
    expect((await findLinkSettings(testApp, id)).allowed).toEqual([
      `link-${id}@erased.invalid`,
      expect.stringContaining('example.test'),
      'example.org',
    ]);
  });
});
