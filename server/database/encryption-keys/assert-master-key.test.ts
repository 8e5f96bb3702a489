import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { assertMasterKey } from './assert-master-key.ts';

test('an installation opens only with its own master key', async () => {
  const { db, engine } = openDatabase({ engine: 'sqlite', file: ':memory:' });
  await migrate(db, engine);
  const key = randomBytes(32);
  await assertMasterKey(db, key);
  await assertMasterKey(db, key);
  await expect(assertMasterKey(db, randomBytes(32))).rejects.toThrow('not the one of this installation');
  const rows = await db.selectFrom('installation_properties').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key.toString('hex'));
  await db.destroy();
});
