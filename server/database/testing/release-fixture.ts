import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** The data directory of a server of that version, as a gzipped tar file; made by create-release-fixture.ts. */
export const releaseFixturePath = (version: string): string =>
  join(import.meta.dirname, `release-${version}.tar.gz`);

export const FIXTURE_ADMIN = { username: 'admin', password: 'a password of the operator' };
export const FIXTURE_COLLABORATOR = {
  username: 'dana',
  email: 'dana@example.test',
  password: 'a password of a collaborator',
};
export const FIXTURE_VISITOR_EMAIL = 'visitor@example.test';
export const FIXTURE_FOLDERS = { parent: 'Project Heron', child: 'Contracts' };
/** Longer than one encrypted frame of 64 KiB. */
const NUMBERS = Array.from({ length: 13_500 }, (_, number) => `${number}\n`).join('');
export const FIXTURE_FILES = [
  { name: 'agreement.txt', content: 'The capercaillie agreement ends on 30 June 2031.\n' },
  { name: 'naïve “ünïcode” 😀.txt', content: 'The kittiwake annex lists the warranties.\n' },
  { name: 'numbers.csv', content: NUMBERS },
] as const;

/** Unpacks the data directory into `directory`, which is created. */
export async function extractReleaseFixture(version: string, directory: string): Promise<void> {
  const entries = createReadStream(releaseFixturePath(version)).pipe(createGunzip()).pipe(extract());
  for await (const entry of entries) {
    const file = join(directory, entry.header.name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await buffer(entry), { mode: 0o600 });
  }
}
