import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  testApp = await openTestApp({ startsAt: Date.now() });
  await (await testApp.user()).file({ name: 'a.txt', content: 'A' });
  folder = await mkdtemp(join(tmpdir(), 'muniment-recipients-'));
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true });
});

const watch = {
  onProgress() {},
  onDamage: (key: string) => expect.unreachable(key),
};
const backUp = (file: string, recipients: string[]) =>
  createBackup(testApp.server.services.config, file, {
    ...watch,
    withoutKey: false,
    recipients,
    signal: new AbortController().signal,
  });
const restore = (file: string, identityFile?: string) =>
  restoreBackup({ ...testApp.server.services.config, dataDir: join(folder, 'data') }, file, {
    ...watch,
    acceptsDamage: false,
    keepsLinks: false,
    identityFile,
  });

test('a backup for a recipient contains no master key in clear and opens with the identity only', async () => {
  const identity = await generateIdentity();
  const identityFile = join(folder, 'identity.txt');
  await writeFile(identityFile, `# created: 2026-11-22\n${identity}\n`);
  const otherFile = join(folder, 'other.txt');
  await writeFile(otherFile, await generateIdentity());
  const file = join(folder, 'recipient.backup');
  const backup = await backUp(file, [await identityToRecipient(identity)]);
  expect(backup.masterKey).toBe('encrypted');
  const masterKey = (await readFile(join(testApp.dataDir, 'master.key'), 'utf8')).trim();
  expect((await readFile(file)).includes(masterKey)).toBe(false);
  await expect(restore(file)).rejects.toThrow('or add --identity FILE');
  await expect(restore(file, otherFile)).rejects.toThrow(
    `${otherFile} holds no identity of a recipient of this backup.`,
  );
  expect(await restore(file, identityFile)).toMatchObject({ files: 1, damaged: 0 });
  expect((await readFile(join(folder, 'data', 'master.key'), 'utf8')).trim()).toBe(masterKey);
});

test('a recipient that is no public key of age is refused, and no file is left', async () => {
  const before = await readdir(folder);
  await expect(backUp(join(folder, 'refused.backup'), ['ssh-ed25519 AAAA'])).rejects.toThrow(
    'ssh-ed25519 AAAA is not a recipient of age.',
  );
  expect(await readdir(folder)).toEqual(before);
});
