import { expect } from 'vitest';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { withWritableInstallation } from '../command-line/open-installation.ts';
import { runScript } from '../command-line/testing/run-script.ts';
import { replaceMasterKey } from './replace-master-key.ts';

test('NEW_MASTER_KEY is refused where DATA_DIR holds the master key', async ({ testApp }) => {
  const { config } = testApp.server.services;
  const newMasterKey = Buffer.alloc(32).toString('base64');
  const replaced = withWritableInstallation(config, (installation) =>
    replaceMasterKey(installation, config, { newMasterKey }),
  );
  await expect(replaced).rejects.toThrow(
    'NEW_MASTER_KEY is only for installations with MASTER_KEY or MASTER_KEY_COMMAND',
  );
});

test('a key that cannot be used is refused before anything is encrypted again', async ({ testApp }) => {
  const { dataDir, server } = testApp;
  const { databaseUrl } = server.services.config;
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const settings = { DATA_DIR: dataDir, ...database, NEW_MASTER_KEY: Buffer.alloc(32).toString('base64') };
  expect(await runScript('keys-rotate', ['--replace-master-key'], settings)).toMatchObject({
    code: 1,
    err: expect.stringContaining('NEW_MASTER_KEY is only for installations'),
  });
  expect(await server.services.db.selectFrom('encryption_keys').selectAll().execute()).toEqual([]);
});
