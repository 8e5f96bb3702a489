import { describe, expect } from 'vitest';
import { insertRestoredErasures } from '#server/database/audit/persons/insert-restored-erasures.ts';
import { hashSubject } from '#server/database/audit/persons/person-keys.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { applyRestoredErasures } from './apply-restored-erasures.ts';
import { erase, findLinkSettings, linkWith } from './testing/traces.ts';

/** Restores a list of erasures that names these addresses, and starts the server. */
async function restoreErasures({ server: { services } }: TestApp, emails: readonly string[]): Promise<void> {
  await insertRestoredErasures(
    services.db,
    emails.map((email) => ({
      subjectHash: hashSubject(services, 'address', email),
      requestedAt: new Date(0).toISOString(),
      statements: 'delete',
    })),
  );
  await applyRestoredErasures({ ...services, actor: { kind: 'anonymous' }, address: '' });
}

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

describe('a restored erasure', () => {
  test('a restored erasure finds people whose address stands only in views, sums, steps and lists', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { id: folderId } = await admin.folder();
    const { id: fileId } = await admin.file({ folderId });
    const id = await linkWith(testApp, admin, ['listed@example.test']);
    const { db } = testApp.server.services;
    await db
      .insertInto('file_views')
      .values({ file_id: fileId, viewer_email: 'Viewer@example.test', viewed_at: 1, last_seen_at: 1 })
      .execute();
    const sum = {
      room_id: folderId,
      day: '2026-11-01',
      file_id: fileId,
      group_id: 0,
      user_id: 0,
      link_id: 0,
    };
    const figures = { is_automated: 0 as const, views: 1, visits: 1, pages: 1, ms: 1, downloads: 1 };
    await db
      .insertInto('analytics_daily')
      .values({ ...sum, ...figures, viewer_email: 'counted@example.test' })
      .execute();
    const step = { email: 'half@example.test', email_key: 'half@example.test', completed_steps: 'email' };
    await db
      .insertInto('link_attempts')
      .values({
        token_hash: Buffer.alloc(32),
        link_id: id,
        requirements_version: 1,
        ...step,
        created_at: 1,
        expires_at: 2,
      })
      .execute();
    const emails = ['viewer', 'counted', 'half', 'listed'].map((name) => `${name}@example.test`);
    await restoreErasures(testApp, emails);
    const views = await db.selectFrom('file_views').select('viewer_email').execute();
    const sums = await db.selectFrom('analytics_daily').select('viewer_email').execute();
    expect([...views, ...sums]).toEqual([
      { viewer_email: expect.stringMatching(/^viewer-\d+@erased\.invalid$/) },
      { viewer_email: expect.stringMatching(/^viewer-\d+@erased\.invalid$/) },
    ]);
    expect(await db.selectFrom('link_attempts').select('email').execute()).toEqual([]);
    expect((await findLinkSettings(testApp, id)).allowed).toEqual([`link-${id}@erased.invalid`]);
    const states = (await admin.get('/api/admin/erasures')).body.map(({ state }: { state: string }) => state);
    expect(states).toEqual(emails.map(() => 'done'));
  });
});
