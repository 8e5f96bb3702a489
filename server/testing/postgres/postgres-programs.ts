import { execFile } from 'node:child_process';
import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/** Finds PostgreSQL on this machine; installs a missing one as root on Debian and its derivatives. */
export async function findPostgres(): Promise<PostgresPrograms> {
  const found = searchFolders(candidateFolders());
  if (found) return found;
  if (process.getuid?.() === 0) await installPostgres();
  const installed = searchFolders(candidateFolders());
  if (installed) return installed;
  throw new Error(
    'The tests need PostgreSQL (initdb and postgres), which is not on this machine. Install it, for instance with `sudo apt-get install postgresql`, and run them again.',
  );
}

function candidateFolders(): string[] {
  // Debian keeps the server's programs outside PATH, a folder for each version; the newest is preferred.
  const versions = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions,
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
}

function searchFolders(folders: string[]): PostgresPrograms | undefined {
  return folders
    .map((folder) => ({ initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }))
    .find(({ initdb, postgres }) => isProgram(initdb) && isProgram(postgres));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installPostgres(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { env });
  } catch (cause) {
    throw new Error('The tests need PostgreSQL, and installing it with apt-get failed.', { cause });
  }
}
