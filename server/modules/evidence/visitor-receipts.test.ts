import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { issueVisitorReceipt } from './issue-visitor-receipt.ts';
import { openSampleVisit } from './testing/open-sample-visit.ts';

const HOUR_MS = 3_600_000;

/** Opens a visit, with functions that do the job of a leave, and list receipts and the jobs of later ones. */
async function openVisit(testApp: TestApp) {
  const { services } = testApp.server;
  const { owner, visitor } = await openSampleVisit(testApp);
  const { invitationId } = visitor;
  const issueExit = () => issueVisitorReceipt(systemContext(services), invitationId, 'exit');
  const countExits = async () => {
    const rows = services.db.selectFrom('receipts').select('id').where('kind', '=', 'exit');
    return (await rows.where('invitation_id', '=', invitationId).execute()).length;
  };
  const listLater = () =>
    services.db.selectFrom('jobs').select(['payload', 'run_at']).where('kind', '=', 'visitor.left').execute();
  return { db: services.db, owner, visitor, invitationId, issueExit, countExits, listLater };
}

describe('the receipt of leaving', () => {
  test('the receipt of leaving comes although the visitor has requested as many as they may', async ({
    testApp,
  }) => {
    const { visitor, countExits } = await openVisit(testApp);
    let status = 201;
    for (let count = 0; count < 30 && status === 201; count += 1)
      ({ status } = await visitor.post('/api/receipts'));
    expect(status).toBe(429);
    expect((await visitor.post('/api/visitor/logout')).status).toBe(200);
    await testApp.finishJobs();
    expect(await countExits()).toBe(1);
  });

  test('the receipt of leaving comes later, once, after many of them within the hour', async ({
    testApp,
  }) => {
    const { issueExit, countExits, listLater } = await openVisit(testApp);
    for (let count = 0; count < 23; count += 1) await issueExit();
    expect(await countExits()).toBe(20);
    const later = testApp.server.services.now() + HOUR_MS;
    expect(await listLater()).toEqual([{ payload: expect.any(String), run_at: later }]);
    testApp.advanceClock(HOUR_MS);
    await testApp.finishJobs();
    expect(await countExits()).toBe(21);
  });

  test('the receipt of leaving fails where it cannot be signed, so that it is tried again', async ({
    testApp,
  }) => {
    const { db, issueExit, countExits, listLater } = await openVisit(testApp);
    await db.updateTable('signing_keys').set({ valid_until_at: 1 }).execute();
    await expect(issueExit()).rejects.toThrow('There is no signing key yet. Try again in a moment.');
    await db.updateTable('signing_keys').set({ valid_until_at: null }).execute();
    await issueExit();
    expect([await countExits(), await listLater()]).toEqual([1, []]);
  });

  test('the receipt of leaving does not come, nor fail, when the access has ended or the link names nobody', async ({
    testApp,
  }) => {
    const { db, owner, invitationId, issueExit, countExits } = await openVisit(testApp);
    await db.updateTable('invitations').set({ email: '' }).where('id', '=', invitationId).execute();
    await issueExit();
    expect((await owner.delete(`/api/invitations/${invitationId}`)).status).toBe(200);
    await issueExit();
    expect(await countExits()).toBe(0);
  });
});
