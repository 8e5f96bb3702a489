import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { hasOpenssl, openTimeStampServer } from '#server/engines/time-stamps/testing/time-stamp-server.ts';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { test as plain, type TestApp, testWith } from '#server/testing/test-app.ts';
import { treeHeadText } from '../signed-texts.ts';
import { anchorTreeHead } from './anchor-tree-head.ts';

const URL = '/api/admin/anchors';
const DAY_MS = 24 * 60 * 60 * 1000;
const anchorFile = join(temporaryFolder(), `heads-${process.pid}-${Math.random()}.jsonl`);
const test = testWith({
  config: {
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' },
    webhooksAllowPrivate: true,
    anchorFile,
  },
});

const anchorNow = ({ server }: TestApp) =>
  anchorTreeHead(systemContext(server.services), new AbortController().signal);

/** Adds an entry to the log, so that the tree has a new head. */
const addEntry = (testApp: TestApp) => testApp.user().then((user) => user.folder());

const mailsTo = async ({ server }: TestApp, to: string) => {
  const { db, encryptor } = server.services;
  const rows = await db.selectFrom('outbox_messages').selectAll().where('to_address', '=', to).execute();
  return rows.map((row) => JSON.parse(encryptor.decrypt('mail', row.encrypted_body)));
};

plain('nothing leaves by default, and what is not set up cannot be switched on', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  await anchorNow(testApp);
  expect((await admin.get(URL)).body).toEqual({
    settings: {
      timeStampServer: null,
      anchorToFile: false,
      anchorToBucket: false,
      anchorMailTo: [],
      anchorInDigests: false,
      mailReceipts: false,
    },
    hasFile: false,
    hasBucket: false,
    hasMail: false,
    treeHead: null,
    places: [],
    anchors: [],
  });
  for (const [body, error] of [
    [{ anchorToFile: true }, 'No file is set up. The operator sets ANCHOR_FILE.'],
    [{ anchorToBucket: true }, 'No bucket is set up. The operator sets ANCHOR_S3_BUCKET.'],
    [{ anchorMailTo: ['ada@example.test'] }, 'Outgoing mail is not set up.'],
    [{ anchorInDigests: true }, 'Outgoing mail is not set up.'],
    [{ mailReceipts: true }, 'Outgoing mail is not set up.'],
    [{ timeStampServer: 'http://127.0.0.1:9/' }, 'The address is not public.'],
  ] as const) {
    const answer = await admin.patch(URL, body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  }
  for (const timeStampServer of ['ftp://example.com', 'https://me:secret@example.com/', 'x'])
    expect((await admin.patch(URL, { timeStampServer })).status).toBe(400);
});

describe('a tree head', () => {
  test('a tree head is appended to the file and mailed once a day, each head once', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const to = `keeper-${Date.now()}@example.test`;
    expect((await admin.patch(URL, { anchorToFile: true, anchorMailTo: [to] })).status).toBe(200);
    await anchorNow(testApp);
    await anchorNow(testApp);
    const lines = () => readFileSync(anchorFile, 'utf8').trimEnd().split('\n');
    const { body: head } = await admin.get('/api/evidence/tree-head');
    expect(lines().map((line) => JSON.parse(line))).toEqual([head]);
    const [mail, ...others] = await mailsTo(testApp, to);
    expect(others).toEqual([]);
    expect(JSON.parse(mail.attachments[0].text)).toEqual(head);
    await addEntry(testApp);
    await anchorNow(testApp);
    expect([lines().length, (await mailsTo(testApp, to)).length]).toEqual([2, 1]);
    testApp.advanceClock(DAY_MS + 1);
    await anchorNow(testApp);
    expect([lines().length, (await mailsTo(testApp, to)).length]).toEqual([2, 2]);
    testApp.advanceClock(-DAY_MS - 1);
    const { body } = await admin.get(URL);
    expect(body.anchors.map(({ kind, lastError }: Record<string, unknown>) => [kind, lastError])).toEqual([
      ['mail', null],
      ['file', null],
      ['mail', null],
      ['file', null],
    ]);
    // The log of the change has no address.
    expect(JSON.stringify(await listAuditEvents(testApp))).not.toContain(to);
    await admin.patch(URL, { anchorToFile: false, anchorMailTo: [] });
  });

  describe.skipIf(!hasOpenssl())('with a time-stamp server', () => {
    let server: Awaited<ReturnType<typeof openTimeStampServer>>;
    beforeAll(async () => {
      server = await openTimeStampServer();
    });
    afterAll(() => server.close());

    test('a tree head gets a token that OpenSSL verifies, and an invalid token is reported with the reason', async ({
      testApp,
    }) => {
      const shift = Date.now() - testApp.server.services.now();
      testApp.advanceClock(shift);
      const admin = await testApp.user({ isAdmin: true });
      expect((await admin.patch(URL, { timeStampServer: server.url })).status).toBe(200);
      server.answerWith((_request, response) => response.end('<html>'));
      await anchorNow(testApp);
      const newest = async () => (await admin.get(URL)).body.anchors[0];
      const failed = { kind: 'rfc3161', anchoredAt: null, hasToken: false };
      const lastError = 'The time-stamp server gave no valid token.';
      expect(await newest()).toMatchObject({ ...failed, lastError });
      server.answerWith(undefined);
      await anchorNow(testApp);
      const anchor = await newest();
      expect(anchor).toMatchObject({ kind: 'rfc3161', lastError: null, hasToken: true });
      const { body: head } = await admin.get('/api/evidence/tree-head');
      expect(anchor.treeSize).toBe(head.treeSize);
      const token = (await admin.get(`${URL}/${anchor.id}/token`)).bytes;
      expect(server.verify(token, treeHeadText(head))).toContain('Verification: OK');
      expect((await admin.get(`${URL}/999999/token`)).status).toBe(404);
      await admin.patch(URL, { timeStampServer: null });
      testApp.advanceClock(-shift);
    });
  });
});
