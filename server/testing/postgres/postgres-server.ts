import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { temporaryFolder } from '../temporary-folder.ts';
import { findPostgres } from './postgres-programs.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/**
 * Replaces the shell by the server. A watcher beside it reads from a pipe that closes when this process ends,
 * in whatever way: then it stops the server and removes the folder, so that not even a killed test run leaves
 * anything behind.
 */
const SERVE_WHILE_PARENT_LIVES = `
exec 3<&0
(
  cat <&3 >/dev/null
  kill -INT $$
  for tenth in $(seq 100); do [ -e data/postmaster.pid ] || break; sleep 0.1; done
  rm -rf "$PWD"
) &
exec "$0" "$@" 3<&- </dev/null`;

interface PostgresOptions {
  /** Survives a crash of the server. */
  isDurable?: boolean;
  /** Keeps the data on a disk even where there is room in memory, so that synced commits take their time. */
  isOnDisk?: boolean;
  /** Further settings, as `name=value`. */
  settings?: readonly string[];
  /** Writes the data folder, in place of a new one; the account is the one that must own it, if it is not this process's. */
  prepare?(dataFolder: string, account: Account | undefined): Promise<void>;
}

/**
 * Starts a PostgreSQL server for tests, installing it if the machine has none and the process may. It listens
 * on a socket in a private folder, so that no other user of the machine reaches it.
 */
export async function startPostgres({
  isDurable = false,
  isOnDisk = false,
  settings = [],
  prepare,
}: PostgresOptions = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const programs = await findPostgres();
  const account = isRoot ? await unprivilegedAccount() : undefined;
  const folder = await mkdtemp(join(isOnDisk ? tmpdir() : temporaryFolder(), 'muniment-postgres-'));
  try {
    if (account) await chown(folder, account.uid, account.gid);
    const options = { ...account, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
    const initdb = ['-D', 'data', '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync'];
    await (prepare ? prepare(join(folder, 'data'), account) : run(programs.initdb, initdb, options));
    const server = await startServer(programs.postgres, folder, { ...options, isDurable, settings });
    return {
      url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
      async stop() {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Names the database that `postgres-setup.ts` migrates once per run, for the test apps to clone. */
export const MIGRATED_DATABASE = 'migrated';

/** Creates a database, empty or as a copy of `template`, and returns its URL. */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  const copy = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`;
  await execute(url, `create database ${pg.escapeIdentifier(name)}${copy}`);
  const created = new URL(url);
  created.pathname = name;
  return created.href;
}

/** Drops a database together with the connections to it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await execute(url, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An account of the system. */
interface Account {
  uid: number;
  gid: number;
}

/** Finds an account without privileges: PostgreSQL refuses to run as root. */
async function unprivilegedAccount(): Promise<Account> {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // The next account may exist.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither an account postgres nor nobody.',
  );
}

/** Test data need not survive a crash, and plans are kept from the second run on, as they are after some more otherwise. */
const FAST_SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

async function startServer(
  postgres: string,
  socketFolder: string,
  {
    isDurable,
    settings: further,
    ...options
  }: Partial<Account> & {
    cwd: string;
    env: NodeJS.ProcessEnv;
    isDurable: boolean;
    settings: readonly string[];
  },
): Promise<{ stop(): Promise<void> }> {
  const settings = [
    `unix_socket_directories=${socketFolder}`,
    'listen_addresses=',
    'max_connections=200',
    ...(isDurable ? [] : FAST_SETTINGS),
    ...further,
  ].flatMap((setting) => ['-c', setting]);
  const server = spawn('sh', ['-c', SERVE_WHILE_PARENT_LIVES, postgres, '-D', 'data', ...settings], {
    ...options,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
  return {
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}
