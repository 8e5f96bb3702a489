import { expect } from 'vitest';
import { readEncryptionKeys } from '#server/app/open-encryption-keys.ts';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { rootKeys } from '#server/engines/storage/object-storage.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { type Installation, withWritableInstallation } from '../command-line/open-installation.ts';
import { recordOperatorEvent } from '../command-line/record-operator-event.ts';
import { replaceMasterKey } from './replace-master-key.ts';
import { rotateKeys } from './rotate-keys.ts';
import { ROTATION_OPTIONS } from './testing/rotation-options.ts';

const open = <T>(testApp: TestApp, work: (installation: Installation) => Promise<T>) =>
  withWritableInstallation(testApp.server.services.config, work);
const rotate = (testApp: TestApp) =>
  open(testApp, (installation) => rotateKeys(installation, ROTATION_OPTIONS));
const replace = (testApp: TestApp, installation: Installation) =>
  replaceMasterKey(installation, testApp.server.services.config, { newMasterKey: undefined });
const replaceAnew = (testApp: TestApp) => open(testApp, (installation) => replace(testApp, installation));

async function expectValidLog({ server }: TestApp): Promise<void> {
  const { db, config } = server.services;
  const { keyRing } = await readEncryptionKeys(config, db);
  expect(await verifyAuditLog(db, keyRing)).toMatchObject({ problem: undefined });
}

test('a command that began before the master key was replaced adds no root key of the earlier one', async ({
  testApp,
}) => {
  const file = await (await testApp.user()).file({ content: 'The heron agreement.' });
  await rotate(testApp);
  await open(testApp, async (installation) => {
    await replaceAnew(testApp);
    await expect(rotateKeys(installation, ROTATION_OPTIONS)).rejects.toThrow('Another command has replaced');
    await expect(replace(testApp, installation)).rejects.toThrow('Another command has replaced');
  });
  const { db } = testApp.server.services;
  const versions = await db.selectFrom('encryption_keys').select('version').orderBy('version').execute();
  expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
  expect(await rotate(testApp)).toMatchObject({ version: 3, damaged: 0 });
  await replaceAnew(testApp);
  const stored = await open(testApp, async ({ blobs }) => {
    const row = await db
      .selectFrom('files')
      .innerJoin('blobs', 'blobs.key', 'files.blob_key')
      .select(['blobs.key', 'blobs.size', 'blobs.wrapped_key as wrappedKey'])
      .where('files.id', '=', file.id)
      .executeTakeFirstOrThrow();
    return Buffer.concat(await (await blobs.open(row)).toArray()).toString();
  });
  expect(stored).toBe('The heron agreement.');
});

test('a rotation leaves what a later one has encrypted', async ({ testApp }) => {
  await (await testApp.user()).file({});
  const overtaken = await open(testApp, (installation) =>
    rotateKeys(installation, {
      ...ROTATION_OPTIONS,
      async wait() {
        expect(await rotate(testApp)).toMatchObject({ version: 2 });
        expect(await rotate(testApp)).toMatchObject({ version: 3 });
      },
    }),
  );
  expect(overtaken).toEqual({ version: 2, reencrypted: 0, damaged: 0 });
  await expectValidLog(testApp);
});

test('a timer that ends early does not let a rotation encrypt with the earlier key', async ({ testApp }) => {
  await (await testApp.user()).file({});
  let [waits, calls] = [0, 0];
  const result = await open(testApp, (installation) => {
    const keyRing = {
      ...installation.keyRing,
      currentVersion() {
        calls += 1;
        return calls === 1 ? 1 : installation.keyRing.currentVersion();
      },
    };
    const wait = async () => {
      waits += 1;
    };
    return rotateKeys({ ...installation, keyRing }, { ...ROTATION_OPTIONS, wait });
  });
  expect([waits, result.version, result.damaged]).toEqual([2, 2, 0]);
  const blobs = await testApp.server.services.db.selectFrom('blobs').select('wrapped_key').execute();
  expect(blobs.map(({ wrapped_key }) => rootKeys.versionOf(wrapped_key))).toEqual(blobs.map(() => 2));
  await expectValidLog(testApp);
});

test('a server continues a log that another one has sealed with a root key that it has not read', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  await open(testApp, async (installation) => {
    const interrupted = rotateKeys(installation, {
      ...ROTATION_OPTIONS,
      onProgress() {
        throw new Error('Stopped.');
      },
    });
    await expect(interrupted).rejects.toThrow('Stopped.');
    const event = { action: 'keys.rotate', now: Date.now(), details: {} } as const;
    await recordOperatorEvent(installation.db, installation, event);
  });
  await owner.folder();
  await expectValidLog(testApp);
});
