import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { openSampleVisit } from '#server/modules/evidence/testing/open-sample-visit.ts';
import { download, verifyFiles } from '#server/modules/evidence/testing/verify-files.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { listDue } from './due-queries.ts';
import { sendDigests, storeDigests, writeDigests } from './send-digests.ts';

const test = testWith({ config: WITH_MAIL });

async function mailsTo({ server }: TestApp, to: string) {
  const { db, encryptor } = server.services;
  const rows = await db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('to_address', '=', to)
    .orderBy('id')
    .execute();
  return rows.map(({ subject, encrypted_body }) => ({
    subject,
    ...JSON.parse(encryptor.decrypt('mail', encrypted_body)),
  }));
}

const switchMails = async (testApp: TestApp, mailReceipts: boolean) => {
  const admin = await testApp.user({ isAdmin: true });
  expect((await admin.patch('/api/admin/anchors', { mailReceipts })).status).toBe(200);
};

test('a visit mails its receipts once administrators switch that on', async ({ testApp }) => {
  const { token, visitor } = await openSampleVisit(testApp);
  const visit = async () => {
    const guest = createTestClient(testApp.server.http);
    expect((await guest.get(`/api/visitor/auth/${token}`)).status).toBe(200);
    await testApp.finishJobs();
    expect((await guest.post('/api/visitor/logout')).status).toBe(200);
    await testApp.finishJobs();
  };
  await visit();
  const receipts = async () =>
    (await mailsTo(testApp, 'visitor@example.test')).filter(({ subject }) => subject.startsWith('Receipt'));
  expect(await receipts()).toEqual([]);
  await switchMails(testApp, true);
  await visit();
  const [mail, ...others] = await receipts();
  expect([mail.subject, others.length]).toEqual(['Receipt of leaving', 0]);
  const keys = await download(testApp.anonymous, '/api/evidence/key');
  const [key] = JSON.parse(keys).keys;
  expect(await verifyFiles(keys, mail.attachments[0].text)).toEqual([`valid: Signed by key ${key.id}.`]);
  expect(mail.text).toContain(key.publicKey);
  const { db } = testApp.server.services;
  const rows = await db
    .selectFrom('receipts')
    .select(['kind', 'sent_at'])
    .where('invitation_id', '=', visitor.invitationId)
    .orderBy('id')
    .execute();
  expect(rows.map(({ kind, sent_at }) => [kind, sent_at !== null])).toEqual([
    ['entry', false],
    ['exit', false],
    ['exit', true],
  ]);
  await switchMails(testApp, false);
});

test('accepting the terms of a link gives a receipt, mailed to a proven address alone', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  await switchMails(testApp, true);
  const owner = await testApp.user();
  const folder = await owner.folder();
  const { body: terms } = await owner.post('/api/terms', { name: 'NDA', text: 'Keep it secret.' });
  for (const requireCode of [true, false]) {
    const { body: link } = await owner.post('/api/links', {
      name: 'L',
      targets: [{ kind: 'folder', id: folder.id }],
      settings: { askEmail: true, requireCode, termsId: terms.id },
    });
    const browser = openAccessPage(testApp.server, link.url);
    const email = `reader-${requireCode}@example.test`;
    await browser.submit('email', { email });
    await testApp.finishJobs();
    const [codeMail] = await mailsTo(testApp, email);
    const code = /code is (\d{6})\./.exec(codeMail?.text)?.[1];
    if (requireCode) await browser.submit('code', { code });
    const { body: page } = await browser.page();
    await browser.submit('terms', { termsVersionId: page.terms.versionId });
    expect((await browser.submit('enter')).status).toBe(200);
    await testApp.finishJobs();
    const mails = (await mailsTo(testApp, email)).filter(({ subject }) => subject.startsWith('Receipt'));
    expect(mails.map(({ subject }) => subject)).toEqual(
      requireCode ? ['Receipt of accepting the terms'] : [],
    );
  }
  await switchMails(testApp, false);
});

test('a mail about changes brings a receipt and the tree head', async ({ testApp }) => {
  const [owner, reader] = [await testApp.user(), await testApp.user()];
  const admin = await testApp.user({ isAdmin: true });
  const choice = { mailReceipts: true, anchorInDigests: true };
  expect((await admin.patch('/api/admin/anchors', choice)).status).toBe(200);
  const folder = await owner.folder('Deal');
  await testApp.share(folder.id, reader);
  expect((await reader.patch(`/api/digests/${folder.id}`, { frequency: 'daily' })).status).toBe(200);
  await owner.file({ folderId: folder.id, content: 'New' });
  const { services } = testApp.server;
  const due = { due_at: services.now() };
  await services.db.updateTable('digests_due').set(due).where('due_at', 'is not', null).execute();
  await sendDigests(systemContext(services), new AbortController().signal);
  const [mail, ...others] = await mailsTo(testApp, reader.email);
  expect(others).toEqual([]);
  const keys = await download(testApp.anonymous, '/api/evidence/key');
  const text = mail.attachments[0].text;
  expect((await verifyFiles(keys, text))[0]).toMatch(/^valid/);
  expect(JSON.parse(JSON.parse(text).statement)).toMatchObject({
    kind: 'digest',
    recipient: reader.username,
  });
  expect(mail.text).toMatch(/Tree head of the audit log: \d+ [\da-f]{64} /);
  expect((await reader.get('/api/receipts')).body).toMatchObject([{ kind: 'digest' }]);
  const { body } = await admin.get('/api/admin/anchors');
  expect(body.anchors[0]).toMatchObject({ kind: 'digest', lastError: null });
  await admin.patch('/api/admin/anchors', { mailReceipts: false, anchorInDigests: false });
});

test('a tree head and a receipt count as mailed only once a mail that contains them is stored', async ({
  testApp,
}) => {
  const [owner, reader] = [await testApp.user(), await testApp.user()];
  const admin = await testApp.user({ isAdmin: true });
  const { db, now } = testApp.server.services;
  const ctx = systemContext(testApp.server.services);
  const { signal } = new AbortController();
  const mailed = async () => ({
    heads: (await db.selectFrom('tree_head_anchors').selectAll().where('kind', '=', 'digest').execute())
      .length,
    receipts: (
      await db.selectFrom('receipts').select('sent_at').where('user_id', '=', reader.id).execute()
    ).map(({ sent_at }) => sent_at !== null),
  });
  await db.deleteFrom('tree_head_anchors').execute();
  await admin.patch('/api/admin/anchors', { mailReceipts: true, anchorInDigests: true });
  const folder = await owner.folder('Deal');
  await testApp.share(folder.id, reader);
  await reader.patch(`/api/digests/${folder.id}`, { frequency: 'daily' });
  const makeDue = () =>
    db.updateTable('digests_due').set({ due_at: now() }).where('due_at', 'is not', null).execute();
  // Nothing happened, so no mail is written.
  await makeDue();
  await sendDigests(ctx, signal);
  expect(await mailed()).toEqual({ heads: 0, receipts: [] });
  await owner.file({ folderId: folder.id, content: 'New' });
  await makeDue();
  const due = await listDue(db, now(), 100);
  const lost = await writeDigests(ctx, due, signal);
  expect(await mailed()).toEqual({ heads: 0, receipts: [false] });
  await storeDigests(ctx, await writeDigests(ctx, due, signal));
  expect(await mailed()).toEqual({ heads: 1, receipts: [false, true] });
  // Another process was first: this mail is not stored.
  await owner.folder('One more entry of the log');
  await storeDigests(ctx, lost);
  expect(await mailed()).toEqual({ heads: 1, receipts: [false, true] });
  await admin.patch('/api/admin/anchors', { mailReceipts: false, anchorInDigests: false });
});
