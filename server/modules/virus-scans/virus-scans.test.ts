import { afterAll, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { SIMULATED_VIRUS, startFakeClamd } from '#server/testing/fakes/clamd-server.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const MINUTE_MS = 60_000;
const INFECTED = `The invoice has ${SIMULATED_VIRUS}.`;
const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
beforeEach(() => Object.assign(clamd, { behavior: 'scan', maxStreamBytes: 1_000_000 }));

const test = testWith({ config: { virusScanner: clamd.address } });

const jobsOf = async ({ server }: TestApp) =>
  server.services.db.selectFrom('jobs').selectAll().where('kind', 'like', 'content.virus%').execute();
const statusOf = async (client: TestClient, id: number, what = 'download'): Promise<number> =>
  (await client.get(`/api/files/${id}/${what}`)).status;
const fileOf = async (client: TestClient, id: number) => (await client.get(`/api/files/${id}`)).body;

async function waitAMinute(testApp: TestApp): Promise<void> {
  testApp.advanceClock(MINUTE_MS);
  await testApp.finishJobs();
}

describe('new content', () => {
  test('new content is withheld from everybody until it was scanned, and can be read and found then', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const [owner, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    clamd.behavior = 'hang';
    const file = await owner.file({ content: 'The kingfisher clause.' });
    expect(file.scan).toBe('scanning');
    for (const client of [owner, administrator])
      expect([await statusOf(client, file.id), await statusOf(client, file.id, 'pages')]).toEqual([409, 409]);
    expect(await fileOf(owner, file.id)).toMatchObject({ scan: 'scanning', content: null });
    const [listed] = (await owner.get('/api/files')).body;
    expect(listed).toMatchObject({ id: file.id, scan: 'scanning' });
    clamd.behavior = 'scan';
    await testApp.finishJobs();
    // The scan begins the extraction of the text.
    await expect.poll(async () => (await fileOf(owner, file.id)).indexStatus).toBe('indexed');
    expect((await fileOf(owner, file.id)).content).toBe('The kingfisher clause.');
    expect((await fileOf(owner, file.id)).scan).toBeUndefined();
    expect(await statusOf(owner, file.id)).toBe(200);
    await expect
      .poll(async () => (await owner.get('/api/search?query=kingfisher clause')).body.citations[0]?.fileId)
      .toBe(file.id);
  });

  test('new content waits for a scanner that is away, however long, and no attempt counts', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    await clamd.stop();
    const file = await owner.file({ content: 'The patient heron.' });
    for (let round = 0; round < 5; round += 1) {
      await waitAMinute(testApp);
      expect(await jobsOf(testApp)).toMatchObject([
        { attempts: 0, quarantined_at: null, last_error: expect.stringContaining('virus scanner') },
      ]);
    }
    expect(await statusOf(owner, file.id)).toBe(409);
    const administrator = await testApp.user({ isAdmin: true });
    expect((await administrator.get('/api/admin/virus-scanner')).body).toMatchObject({
      state: 'unavailable',
      waiting: 1,
    });
    expect((await testApp.anonymous.get('/readyz')).body.failing).toEqual(['virus-scanner']);
    await clamd.start();
    for (const behavior of ['garbage', 'close', 'error'] as const) {
      clamd.behavior = behavior;
      await waitAMinute(testApp);
      expect(await jobsOf(testApp)).toMatchObject([{ attempts: 0, quarantined_at: null }]);
    }
    clamd.behavior = 'scan';
    await waitAMinute(testApp);
    expect(await statusOf(owner, file.id)).toBe(200);
    expect((await administrator.get('/api/admin/virus-scanner')).body).toEqual({
      state: 'available',
      waiting: 0,
      waitingSince: null,
    });
  });

  test('new content is never given out when a virus is found, except to an administrator who examines it', async ({
    testApp,
  }) => {
    const [owner, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const file = await owner.file({ name: 'invoice.txt', content: INFECTED });
    await testApp.finishJobs();
    expect((await fileOf(owner, file.id)).scan).toBe('infected');
    const refused = await owner.get(`/api/files/${file.id}/download`);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'A virus was found in this file, so its content is withheld.',
    ]);
    expect((await administrator.get(`/api/files/${file.id}/download`)).bytes.toString()).toBe(INFECTED);
    expect(await statusOf(administrator, file.id, 'pages')).toBe(403);
    const events = await listAuditEvents(testApp);
    expect(events).toContainEqual(
      expect.objectContaining({
        action: 'file.virus-found',
        object: `file ${file.id} invoice.txt`,
        details: { version: 1, result: 'Simulated.Virus-1' },
      }),
    );
    const mails: { to: string; subject: string }[] = (await administrator.get('/api/admin/outbox')).body;
    expect(mails.filter(({ to }) => to === owner.email)).toMatchObject([
      { subject: 'A virus was found in “invoice.txt”' },
    ]);
  });

  test('that is larger than the scanner accepts is withheld, and says so', async ({ testApp }) => {
    const owner = await testApp.user();
    clamd.maxStreamBytes = 10;
    const file = await owner.file({ content: 'More than ten bytes.' });
    await testApp.finishJobs();
    expect((await fileOf(owner, file.id)).scan).toBe('unscannable');
    expect(await statusOf(owner, file.id)).toBe(403);
  });

  test('that cannot be read from the store is withheld after three attempts', async ({ testApp }) => {
    const owner = await testApp.user();
    clamd.behavior = 'garbage';
    const file = await owner.file({ content: 'A lost wren.' });
    await testApp.finishJobs();
    const { db, blobs } = testApp.server.services;
    const { blob_key } = await db
      .selectFrom('files')
      .select('blob_key')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    await blobs.remove(blob_key);
    clamd.behavior = 'scan';
    for (let attempt = 0; attempt < 4; attempt += 1) await waitAMinute(testApp);
    expect((await fileOf(owner, file.id)).scan).toBe('unscannable');
  });

  test('that could not be read is scanned once an administrator retries its job', async ({ testApp }) => {
    const [owner, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const open = vi.spyOn(testApp.server.services.blobs, 'open').mockRejectedValue(new Error('broken'));
    onTestFinished(() => open.mockRestore());
    const file = await owner.file({ content: 'A found wren.' });
    for (let attempt = 0; attempt < 4; attempt += 1) await waitAMinute(testApp);
    expect((await fileOf(owner, file.id)).scan).toBe('unscannable');
    open.mockRestore();
    const { id } = (await administrator.get('/api/admin/jobs?q=virus_scan')).body.at(-1);
    expect((await administrator.post(`/api/admin/jobs/${id}/retry`)).status).toBe(200);
    await testApp.finishJobs();
    expect(await statusOf(owner, file.id)).toBe(200);
  });
});

describe('versions and copies', () => {
  const addVersion = (owner: TestClient, id: number, content: string) =>
    owner.form(`/api/files/${id}/versions`, [{ name: 'file', value: content, filename: 'note.txt' }]);

  test('an infected version is withheld, the one before it is not and can be restored', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ content: 'The first draft.' });
    await testApp.finishJobs();
    expect((await addVersion(owner, file.id, INFECTED)).status).toBe(201);
    await testApp.finishJobs();
    expect(await statusOf(owner, file.id)).toBe(403);
    expect(await statusOf(owner, file.id, 'versions/2/download')).toBe(403);
    expect(await statusOf(owner, file.id, 'versions/1/download')).toBe(200);
    expect((await owner.get(`/api/files/${file.id}/compare?a=1&b=2`)).status).toBe(403);
    const versions = (await owner.get(`/api/files/${file.id}/versions`)).body;
    expect(versions.map(({ scan }: { scan?: string }) => scan)).toEqual(['infected', undefined]);
    await owner.post(`/api/files/${file.id}/versions/1/restore`);
    await testApp.finishJobs();
    expect(await statusOf(owner, file.id)).toBe(200);
    const administrator = await testApp.user({ isAdmin: true });
    const withheld = (await administrator.get('/api/admin/withheld-files')).body;
    expect(withheld[0]).toMatchObject({
      id: file.id,
      ownerName: owner.username,
      versions: [{ number: 2, scan: 'infected', result: 'Simulated.Virus-1' }],
    });
    await administrator.delete(`/api/files/${file.id}`);
    const ids = (await administrator.get('/api/admin/withheld-files')).body.map(
      ({ id }: { id: number }) => id,
    );
    expect(ids).not.toContain(file.id);
  });
});

describe('the lists of administrators', () => {
  test('page by page they name every withheld file once', async ({ testApp }) => {
    const [owner, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const files = [];
    for (let nth = 0; nth < 3; nth += 1) files.push(await owner.file({ content: `${INFECTED} ${nth}` }));
    await testApp.finishJobs();
    const first = await administrator.get('/api/admin/withheld-files?limit=2');
    expect(first.body.map(({ id }: { id: number }) => id)).toEqual([files[2]?.id, files[1]?.id]);
    const next = await administrator.get(`/api/admin/withheld-files?limit=1&cursor=${files[1]?.id}`);
    expect(next.body[0].id).toBe(files[0]?.id);
    expect((await owner.get('/api/admin/withheld-files')).status).toBe(403);
  });
});
