import { zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { type TestApp, test, testWith } from '#server/testing/test-app.ts';
import { appliedImport, checkedImport } from './testing/import-client.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const zipOf = (files: Readonly<Record<string, Uint8Array>>, level: 0 | 6 = 6): Buffer =>
  Buffer.from(zipSync({ ...files }, { level }));

/** Replaces bytes of an archive, such as a path by another of the same length, wherever they are. */
function replaced(archive: Buffer, from: string, to: string): Buffer {
  expect(to).toHaveLength(from.length);
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');
}

const check = async (testApp: TestApp, archive: Buffer) => {
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder();
  const checked = await checkedImport(testApp, owner, folderId, { 'foreign.zip': archive });
  return { owner, folderId, checked };
};

const leftOut = (path: string, reason: string) => ({ kind: 'left-out', path, reason });

describe('a foreign archive', () => {
  test('a foreign archive cannot write outside the folder, and its other entries are imported', async ({
    testApp,
  }) => {
    const plain = zipOf({
      'aa/evil.txt': bytes('1'),
      'b/abs.txt': bytes('2'),
      'c:x.txt': bytes('3'),
      'ok.txt': bytes('4'),
    });
    const archive = replaced(replaced(plain, 'aa/evil.txt', '../evil.txt'), 'b/abs.txt', '/ba/b.txt');
    const { owner, folderId, checked } = await check(testApp, archive);
    expect(checked.report?.problems).toEqual([
      leftOut('../evil.txt', 'the path leads out of the folder'),
      leftOut('/ba/b.txt', 'the path is absolute'),
      leftOut('c:x.txt', 'the path is absolute'),
    ]);
    await appliedImport(testApp, owner, checked);
    const files = (await owner.get(`/api/files?folderId=${folderId}`)).body;
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['ok.txt']);
  });

  test('a foreign archive may have backslashes, and names in UTF-8 without saying so', async ({
    testApp,
  }) => {
    const plain = zipOf({ 'Verträge_Miete.txt': bytes('1') });
    // Clears the flag of UTF-8 in both headers.
    const archive = Buffer.from(plain);
    archive.writeUInt16LE(0, 6);
    archive.writeUInt16LE(0, archive.indexOf('PK\x01\x02') + 8);
    const { owner, folderId, checked } = await check(
      testApp,
      Buffer.from(archive.toString('latin1').replaceAll('_Miete', '\\Miete'), 'latin1'),
    );
    await appliedImport(testApp, owner, checked);
    const [folder] = (await owner.get(`/api/folders?parentId=${folderId}`)).body;
    expect(folder.name).toBe('Verträge');
  });

  test('a foreign archive is reported where names are alike, reserved by Windows or left by a system', async ({
    testApp,
  }) => {
    const { checked } = await check(
      testApp,
      zipOf({
        'Deed.txt': bytes('1'),
        'deed.TXT': bytes('2'),
        'Ä.txt': bytes('3'),
        'A\u0308.txt': bytes('4'),
        'CON.txt': bytes('5'),
        '__MACOSX/._Deed.txt': bytes('6'),
        '.DS_Store': bytes('7'),
      }),
    );
    expect(checked.report).toMatchObject({ files: 5, counts: { name: 3, 'left-out': 2 } });
    expect(checked.report?.problems).toContainEqual({
      kind: 'name',
      path: 'deed.TXT',
      reason: 'another entry has a similar name',
    });
  });

  test('a foreign archive may be 60 levels deep, but not over 100', async ({ testApp }) => {
    const [deep, tooDeep] = ['d/'.repeat(60), 'e/'.repeat(101)];
    const { checked } = await check(
      testApp,
      zipOf({ [`${deep}a.txt`]: bytes('1'), [`${tooDeep}b.txt`]: bytes('2') }),
    );
    expect(checked.report?.problems).toEqual([leftOut(`${tooDeep}b.txt`, 'more than 100 levels of folders')]);
    expect(checked.report).toMatchObject({ files: 1, folders: 60 });
  });

  test('that was cut off fails, and one that is no archive', async ({ testApp }) => {
    const whole = zipOf({ 'a.txt': bytes('a'.repeat(10_000)), 'b.txt': bytes('b') }, 0);
    for (const archive of [whole.subarray(0, 5_000), Buffer.from('no archive at all')]) {
      const { checked } = await check(testApp, archive);
      expect(checked).toMatchObject({
        state: 'failed',
        error: 'The archive is incomplete. Upload it again.',
        report: null,
      });
    }
  });

  test('with damaged, encrypted and password-protected files reports each', async ({ testApp }) => {
    const stored = zipOf(
      {
        'damaged.txt': bytes('what it says'),
        'secret.pdf': bytes('%PDF-1.7 trailer << /Encrypt 5 0 R >>'),
        'scan.pdf': bytes('%PDF-1.4 << /Subtype /Image >>'),
        'text.pdf': bytes('%PDF-1.4 << /Subtype /Image /Font >>'),
        'locked.docx': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        'no.xlsx': bytes('plain'),
        'copy.txt': bytes('plain'),
        'locked.txt': bytes('locked'),
      },
      0,
    );
    const archive = replaced(stored, 'what it says', 'what it lies');
    // Sets the flag of encryption of the last entry, in both headers.
    for (const signature of ['PK\x03\x04', 'PK\x01\x02']) {
      const header = archive.lastIndexOf(signature);
      const flags = header + (signature.endsWith('\x04') ? 6 : 8);
      archive.writeUInt16LE(archive.readUInt16LE(flags) | 1, flags);
    }
    const { checked } = await check(testApp, archive);
    expect(new Map(checked.report?.problems.map(({ path, kind, reason }) => [path, [kind, reason]]))).toEqual(
      new Map([
        ['locked.txt', ['left-out', 'it is encrypted']],
        ['damaged.txt', ['left-out', 'it is damaged in the archive']],
        ['secret.pdf', ['password-protected', 'it is encrypted, and may need a password to open']],
        ['scan.pdf', ['no-text', 'it is scanned and has no text']],
        ['locked.docx', ['password-protected', 'it is protected by a password']],
        ['no.xlsx', ['unreadable', 'it is no Office file']],
        ['copy.txt', ['duplicate', 'the same content as no.xlsx']],
      ]),
    );
  });

  test('a foreign archive leaves out files that differ from the hash in the manifest', async ({
    testApp,
  }) => {
    const manifest = `Path;SHA-256;Name\na.txt;${'0'.repeat(64)};\nb.txt;;Board minutes\n`;
    const { owner, folderId, checked } = await check(
      testApp,
      zipOf({ 'manifest.csv': bytes(manifest), 'a.txt': bytes('A'), 'b.txt': bytes('B') }),
    );
    expect(checked.report?.problems).toEqual([leftOut('a.txt', 'its hash differs from the manifest')]);
    await appliedImport(testApp, owner, checked);
    const [file] = (await owner.get(`/api/files?folderId=${folderId}`)).body;
    expect(file.name).toBe('Board minutes.txt');
  });
});

const testWithSmallCeiling = testWith({ config: { importCeilingMb: 1 } });

testWithSmallCeiling(
  'an archive that unpacks to more than the limit fails, whatever it weighs',
  async ({ testApp }) => {
    const { checked } = await check(testApp, zipOf({ 'zeros.txt': new Uint8Array(2 * 1024 * 1024) }));
    expect(checked).toMatchObject({ state: 'failed', error: 'The archive unpacks to more than 1 MB.' });
  },
);

testWithSmallCeiling('an archive that lies about its size is left out', async ({ testApp }) => {
  const archive = zipOf({ 'zeros.txt': new Uint8Array(2 * 1024 * 1024) });
  archive.writeUInt32LE(10, archive.indexOf('PK\x01\x02') + 24);
  const { checked } = await check(testApp, archive);
  expect(checked.report?.problems).toEqual([leftOut('zeros.txt', 'it is damaged in the archive')]);
});
