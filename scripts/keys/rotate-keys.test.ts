import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { readEncryptionKeys } from '#server/app/open-encryption-keys.ts';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { rootKeys } from '#server/engines/storage/object-storage.ts';
import { grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { openTestApp, type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { createBackup } from '../backup/create-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { withReadOnlyInstallation, withWritableInstallation } from '../command-line/open-installation.ts';
import { checkIntegrity } from '../fsck/check-integrity.ts';
import { replaceMasterKey } from './replace-master-key.ts';
import { ACTIVATION_DELAY_MS, type RotationOptions, rotateKeys } from './rotate-keys.ts';
import { ROTATION_OPTIONS, unexpected } from './testing/rotation-options.ts';

const configOf = (testApp: TestApp) => testApp.server.services.config;
const rotate = (testApp: TestApp, changes: Partial<RotationOptions> = {}) =>
  withWritableInstallation(configOf(testApp), (installation) =>
    rotateKeys(installation, { ...ROTATION_OPTIONS, ...changes }),
  );
const replace = (testApp: TestApp, newMasterKey?: string) =>
  withWritableInstallation(configOf(testApp), (installation) =>
    replaceMasterKey(installation, configOf(testApp), { newMasterKey }),
  );
const masterKeyFile = ({ dataDir }: TestApp): string => join(dataDir, 'master.key');

/** Stores files, an invitation, a mail that waits and the secret of a second factor. */
async function fill(testApp: TestApp, files = 3) {
  const owner = await testApp.user();
  const stored = await Promise.all(
    Array.from({ length: files }, (_, index) =>
      owner.file({ name: `${index}.txt`, content: `File ${index}` }),
    ),
  );
  const folder = await owner.folder();
  const invited = await owner.post('/api/invitations', {
    email: 'guest@example.com',
    role: 'visitor',
    folderIds: [folder.id],
  });
  await owner.post('/api/user/factors');
  return { owner, stored, token: invited.body.token as string };
}

async function listKeyVersions({ server }: TestApp): Promise<number[]> {
  const { db } = server.services;
  const blobs = await db.selectFrom('blobs').select('wrapped_key').execute();
  const invitations = await db.selectFrom('invitations').select('encrypted_token').execute();
  const mails = await db.selectFrom('outbox_messages').select('encrypted_body').execute();
  const signingKeys = await db.selectFrom('signing_keys').select('encrypted_private_key').execute();
  const people = await db.selectFrom('person_keys').select('encrypted_key').execute();
  const factors = await db.selectFrom('factors').select('encrypted_secret').execute();
  return [
    ...factors.map((row) => row.encrypted_secret),
    ...people.flatMap((row) => row.encrypted_key ?? []),
    ...blobs.map((row) => row.wrapped_key),
    ...invitations.map((row) => row.encrypted_token),
    ...mails.map((row) => row.encrypted_body),
    ...signingKeys.map((row) => row.encrypted_private_key),
  ].map(rootKeys.versionOf);
}

async function expectContent({ owner, stored }: Awaited<ReturnType<typeof fill>>): Promise<void> {
  for (const [index, { id }] of stored.entries()) {
    const download = await owner.get(`/api/files/${id}/download`);
    expect(download.bytes.toString()).toBe(`File ${index}`);
  }
}

test('a rotation encrypts everything again, and the running server reads and writes with the new key', async ({
  testApp,
}) => {
  const installation = await fill(testApp);
  expect(new Set(await listKeyVersions(testApp))).toEqual(new Set([1]));
  const rows = (await listKeyVersions(testApp)).length;
  expect(await rotate(testApp)).toEqual({ version: 2, reencrypted: rows, damaged: 0 });
  expect(new Set(await listKeyVersions(testApp))).toEqual(new Set([2]));
  await expectContent(installation);
  await installation.owner.file({ name: 'later.txt', content: 'Later' });
  expect(new Set(await listKeyVersions(testApp))).toEqual(new Set([2]));
  expect(await rotate(testApp)).toMatchObject({ version: 3, damaged: 0 });
  await expectContent(installation);
  const { db } = testApp.server.services;
  const { keyRing } = await readEncryptionKeys(configOf(testApp), db);
  expect(keyRing.signingVersions()).toEqual([3]);
  expect(await verifyAuditLog(db, keyRing)).toMatchObject({ problem: undefined });
  const actions = await db
    .selectFrom('audit_log')
    .select('action')
    .where('action', '=', 'keys.rotate')
    .execute();
  expect(actions).toHaveLength(2);
});

test('a server that never read the new key seals the audit log with it after the rotation', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  await rotate(testApp);
  await owner.folder();
  const { db } = testApp.server.services;
  const { keyRing } = await readEncryptionKeys(configOf(testApp), db);
  expect(keyRing.signingVersions()).toEqual([2]);
  expect(await verifyAuditLog(db, keyRing)).toMatchObject({ problem: undefined });
});

test('decisions of exposure checks on names and answers outlive a rotation', async ({ testApp }) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const content = 'Project Falcon: the rent is 900 EUR a month.';
  await owner.file({ name: 'lease.txt', content, folderId: inner.id });
  const lists = { names: ['Project Falcon'], questions: ['What is the rent?'] };
  expect((await putJson(owner, `/api/rooms/${root.id}/exposure-settings`, lists)).status).toBe(200);
  await testApp.finishJobs();
  const check = async (query: string) => {
    const { body } = await owner.post(`/api/groups/${group.id}/exposure-checks`, {});
    await testApp.finishJobs();
    const path = `/api/exposure-checks/${body.id}/findings`;
    const findings: { id: number; kind: string }[] = (await owner.get(`${path}${query}`)).body;
    return { path, findings };
  };
  const { path, findings } = await check('');
  expect(findings.map(({ kind }) => kind).toSorted()).toEqual(['answer', 'name']);
  for (const { id } of findings) await owner.post(`${path}/${id}`, { decision: 'accept', reason: 'Known' });
  await rotate(testApp);
  expect((await check('?undecided=true')).findings).toEqual([]);
});

test('a rotation waits until every server has read the new key', async ({ testApp }) => {
  await fill(testApp, 1);
  let waited = 0;
  const begun = Date.now();
  await rotate(testApp, {
    now: () => begun - ACTIVATION_DELAY_MS + waited,
    onWait: () => {},
    wait: async (milliseconds) => {
      expect(await listKeyVersions(testApp)).not.toContain(2);
      waited += milliseconds;
    },
  });
  expect(waited).toBe(ACTIVATION_DELAY_MS);
  expect(await listKeyVersions(testApp)).not.toContain(1);
});

test('an interrupted rotation continues with the same key', async ({ testApp }) => {
  const installation = await fill(testApp, 2);
  let batches = 0;
  const interrupted = rotate(testApp, {
    onProgress() {
      batches += 1;
      throw new Error('Stopped.');
    },
  });
  await expect(interrupted).rejects.toThrow('Stopped.');
  expect(batches).toBe(1);
  await expectContent(installation);
  expect(await rotate(testApp)).toMatchObject({ version: 2, damaged: 0 });
  expect(await listKeyVersions(testApp)).not.toContain(1);
  await expectContent(installation);
});

test('a row that cannot be decrypted is reported, stays, and keeps the rotation unfinished', async ({
  testApp,
}) => {
  const { stored } = await fill(testApp, 2);
  const { db } = testApp.server.services;
  const { blob_key } = await db
    .selectFrom('files')
    .select('blob_key')
    .where('id', '=', stored[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  const broken = Buffer.alloc(60, 7);
  await db.updateTable('blobs').set({ wrapped_key: broken }).where('key', '=', blob_key).execute();
  const damaged: string[] = [];
  const result = await rotate(testApp, { onDamage: (row) => void damaged.push(row) });
  expect(result.damaged).toBe(1);
  expect(damaged).toEqual([`blobs ${blob_key}`]);
  const row = await db
    .selectFrom('blobs')
    .select('wrapped_key')
    .where('key', '=', blob_key)
    .executeTakeFirstOrThrow();
  expect(row.wrapped_key.equals(broken)).toBe(true);
  const keys = await db.selectFrom('encryption_keys').selectAll().execute();
  expect(keys).toMatchObject([{ version: 2, completed_at: null }]);
});

test('a replaced master key opens the installation, and the old one does not', async ({ testApp }) => {
  const installation = await fill(testApp);
  const old = await readFile(masterKeyFile(testApp), 'utf8');
  await rotate(testApp);
  await expectContent(installation); // The running server has read the new root key by now.
  await replace(testApp);
  expect(await readFile(masterKeyFile(testApp), 'utf8')).not.toBe(old);
  await expectContent(installation);
  const report = await withReadOnlyInstallation(configOf(testApp), (installation) =>
    checkIntegrity(installation, {
      now: Date.now(),
      onProblem: unexpected,
      onProgress() {},
      signal: new AbortController().signal,
    }),
  );
  expect(report.problems).toBe(0);
  const { db } = testApp.server.services;
  const { keyRing } = await readEncryptionKeys(configOf(testApp), db);
  expect(await verifyAuditLog(db, keyRing)).toMatchObject({ problem: undefined });
  await writeFile(masterKeyFile(testApp), old);
  await expect(withReadOnlyInstallation(configOf(testApp), async () => {})).rejects.toThrow(
    'The master key is not the one',
  );
});

test('one command rotates the keys and replaces the master key, and the running server goes on', async ({
  testApp,
}) => {
  const stored = await fill(testApp);
  const old = await readFile(masterKeyFile(testApp), 'utf8');
  const config = configOf(testApp);
  await withWritableInstallation(config, async (installation) => {
    await rotateKeys(installation, ROTATION_OPTIONS);
    await expectContent(stored); // The running server has read the new root key by now.
    await replaceMasterKey(installation, config, { newMasterKey: undefined });
  });
  expect(await readFile(masterKeyFile(testApp), 'utf8')).not.toBe(old);
  await expectContent(stored);
  await stored.owner.file({ name: 'later.txt', content: 'Later' });
  const { db } = testApp.server.services;
  const { keyRing } = await readEncryptionKeys(config, db);
  expect(await verifyAuditLog(db, keyRing)).toMatchObject({ problem: undefined });
});

test('a replacement that was interrupted after its commit is finished by the next start', async ({
  testApp,
}) => {
  const installation = await fill(testApp);
  await rotate(testApp);
  await copyFile(masterKeyFile(testApp), `${masterKeyFile(testApp)}.old`);
  await replace(testApp);
  const replaced = await readFile(masterKeyFile(testApp), 'utf8');
  await rename(masterKeyFile(testApp), `${masterKeyFile(testApp)}.next`);
  await rename(`${masterKeyFile(testApp)}.old`, masterKeyFile(testApp));
  await withReadOnlyInstallation(configOf(testApp), async () => {});
  await testApp.server.stop();
  const again = await openTestApp({ dataDir: testApp.dataDir, config: configOf(testApp) });
  expect(await readFile(masterKeyFile(testApp), 'utf8')).toBe(replaced);
  const { id } = installation.stored[0] ?? {};
  const row = await again.server.services.db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.key', 'files.blob_key')
    .select(['blobs.key', 'blobs.size', 'blobs.wrapped_key as wrappedKey'])
    .where('files.id', '=', id ?? 0)
    .executeTakeFirstOrThrow();
  const content = await (await again.server.services.blobs.open(row)).toArray();
  expect(Buffer.concat(content).toString()).toBe('File 0');
  await again.close();
});

test('a backup made after a rotation restores all files', async ({ testApp }) => {
  await fill(testApp);
  await rotate(testApp);
  await replace(testApp);
  const folder = await mkdtemp(join(tmpdir(), 'muniment-rotated-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'room.backup');
  const watch = { onDamage: unexpected, onProgress() {}, signal: new AbortController().signal };
  const backup = await createBackup(configOf(testApp), file, { ...watch, withoutKey: false, recipients: [] });
  expect(backup.damaged).toBe(0);
  const config = { ...configOf(testApp), databaseUrl: undefined, dataDir: join(folder, 'restored') };
  const restored = await restoreBackup(config, file, {
    ...watch,
    acceptsDamage: false,
    keepsLinks: false,
    identityFile: undefined,
  });
  expect(restored).toMatchObject({ files: 3, damaged: 0 });
});
