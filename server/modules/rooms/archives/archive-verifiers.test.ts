import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { hasPython } from '#server/modules/evidence/testing/has-python.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { download, makeArchive, openEntries } from './testing/take-archive.ts';

const run = promisify(execFile);

/** Writes an archive to a disk, as the ZIP and unpacked, with the keys and the script that it contains. */
async function unpackArchive(testApp: TestApp) {
  const { owner, root } = await openRoom(testApp);
  const bytes = await download(owner, await makeArchive(testApp, owner, root.id));
  const folder = await mkdtemp(join(tmpdir(), 'muniment-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const unpacked = join(folder, 'unpacked');
  for (const [path, content] of await openEntries(bytes)) {
    await mkdir(dirname(join(unpacked, path)), { recursive: true });
    await writeFile(join(unpacked, path), content);
  }
  const zip = join(folder, 'archive.zip');
  await writeFile(zip, bytes);
  const keys = join(unpacked, 'evidence/keys.json');
  return { unpacked, zip, keys, note: join(unpacked, 'files/Finance/note.txt') };
}

test('the script in an archive verifies the ZIP and the unpacked folder', async ({ testApp }) => {
  const { unpacked, zip, keys, note } = await unpackArchive(testApp);
  const script = join(unpacked, 'verifier.mjs');
  const { stdout } = await run(process.execPath, [script, keys, zip, unpacked]);
  expect(stdout.match(/: valid: Signed by key [\da-f]{16}\. All \d+ files are as signed\./g)).toHaveLength(2);
  await writeFile(note, 'Another note.');
  await writeFile(join(unpacked, 'added.txt'), 'More');
  await expect(run(process.execPath, [script, keys, unpacked])).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /invalid: files\/Finance\/note\.txt: expected [\da-f]{64}, found [\da-f]{64}\. And 1 more\.\n.*added\.txt: it is not in the manifest\./,
    ),
  });
});

test.runIf(hasPython())(
  'a second verifier, written in Python from the format alone, agrees about archives',
  async ({ testApp }) => {
    const { unpacked, zip, keys, note } = await unpackArchive(testApp);
    const program = join(import.meta.dirname, 'testing/verify_archive.py');
    const verify = async (path: string) => (await run('python3', [program, keys, path])).stdout.trim();
    expect([await verify(zip), await verify(unpacked)]).toEqual(['valid', 'valid']);
    await writeFile(note, 'Another note.');
    expect(await verify(unpacked)).toMatch(/^files\/Finance\/note\.txt: expected/);
  },
);
