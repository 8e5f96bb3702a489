import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, dropDatabase, startPostgres } from './postgres-server.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

test('each database has its own tables', async () => {
  const [first, second] = await Promise.all(['one', 'two'].map((name) => createDatabase(server.url, name)));
  await ask(first, 'create table only_here (id int)');
  expect(await ask(first, 'select * from only_here')).toEqual([]);
  await expect(ask(second, 'select * from only_here')).rejects.toThrow('does not exist');
});

test('a database name with quotes and spaces is quoted', async () => {
  const url = await createDatabase(server.url, 'a "strange" name');
  expect(await ask(url, 'select current_database() as name')).toEqual([{ name: 'a "strange" name' }]);
});

test('a database can be dropped while a client is connected', async () => {
  const url = await createDatabase(server.url, 'busy');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the forced end of the connection
  await client.connect();
  await dropDatabase(server.url, 'busy');
  await expect(ask(url, 'select 1')).rejects.toThrow('does not exist');
});

test('the test database listens only on a socket in a private folder', () => {
  const folder = socketFolder(server.url);
  expect(execFileSync('stat', ['-c', '%a', folder], { encoding: 'utf8' }).trim()).toBe('700');
});

test('stopping the test database removes its folder', async () => {
  const other = await startPostgres();
  await other.stop();
  expect(existsSync(socketFolder(other.url))).toBe(false);
});

test('the test database ends when the process that started it is killed', async () => {
  const program = `
    import { startPostgres } from '${import.meta.dirname}/postgres-server.ts';
    process.stdout.write((await startPostgres()).url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(parent.stdout, 'data');
  expect(await ask(String(url), 'select 1 as one')).toEqual([{ one: 1 }]);
  parent.kill('SIGKILL');
  await expect.poll(() => ask(String(url), 'select 1').catch(() => 'gone'), { timeout: 15_000 }).toBe('gone');
  await expect.poll(() => existsSync(socketFolder(String(url))), { timeout: 15_000 }).toBe(false);
});

function socketFolder(url: string): string {
  return new URL(url).searchParams.get('host') ?? '';
}

async function ask(url: string | undefined, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // The server may end between two messages; the query fails as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
