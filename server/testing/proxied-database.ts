import { inject, onTestFinished } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { createDatabase, dropDatabase } from './postgres/postgres-server.ts';

/** Creates an empty database of its own behind a proxy, for one test on PostgreSQL. */
export async function openProxiedDatabase(): Promise<DatabaseProxy> {
  const postgres = inject('postgresUrl');
  const name = `outage_${crypto.randomUUID().replaceAll('-', '')}`;
  const proxy = await startDatabaseProxy(await createDatabase(postgres, name));
  onTestFinished(async () => {
    await proxy.close();
    await dropDatabase(postgres, name);
  });
  return proxy;
}
