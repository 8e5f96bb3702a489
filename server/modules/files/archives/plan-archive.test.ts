import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createZipWriter } from '#server/engines/archives/zip-writer.ts';
import { unzip } from '#server/testing/unzip.ts';
import { INDEX_NAMES, planArchive, type Tree, type TreeFile } from './plan-archive.ts';

const RESOURCE = { accessLevel: 'owner', ownerId: 1, allowDownload: true } as const;
const file = (id: number, name: string): TreeFile => ({
  id,
  name,
  size: 1,
  createdAt: 0,
  resource: RESOURCE,
});
const folder = (name: string, folders: Tree['folders'], files: TreeFile[]) => ({ name, folders, files });

test('archive entries are numbered naturally, folders before files', () => {
  const tree = {
    folders: [
      folder('Annex 10', [], []),
      folder('Annex 2', [folder('Deep', [], [file(1, 'b')])], [file(2, 'a')]),
    ],
    files: [file(3, 'z 10.pdf'), file(4, 'z 9.pdf')],
  };
  const lines = [...planArchive(tree)].map(({ number, path }) => `${number} ${path}`);
  expect(lines).toEqual([
    '1 Annex 2',
    '1.1 Annex 2/Deep',
    '1.1.1 Annex 2/Deep/b',
    '1.2 Annex 2/a',
    '2 Annex 10',
    '3 z 9.pdf',
    '4 z 10.pdf',
  ]);
});

test('a hundred levels of long names give paths that can be unpacked', () => {
  let tree: Tree = { folders: [], files: [file(1, `${'n'.repeat(250)}.pdf`)] };
  for (let level = 0; level < 100; level += 1)
    tree = { folders: [folder('契'.repeat(200), tree.folders, [...tree.files])], files: [] };
  const paths = [...planArchive(tree)].map(({ path }) => Buffer.byteLength(path));
  expect(Math.max(...paths)).toBeLessThan(4_096);
});

test('short paths stay short at any depth, and no two are the same', () => {
  const short = { root: 'files/', maxPathBytes: 220, maxFolderBytes: 140 };
  const long = `${'n'.repeat(250)}.pdf`;
  let tree: Tree = { folders: [], files: [] };
  for (let level = 0; level < 100; level += 1)
    tree = {
      folders: [folder('契'.repeat(200), tree.folders, [...tree.files]), folder('_', [], [file(2, '1')])],
      files: [file(1, long), file(3, long), file(4, '_')],
    };
  const paths = [...planArchive(tree, short)].flatMap((entry) => (entry.file ? entry.path : []));
  expect(paths).toHaveLength(400);
  expect(Math.max(...paths.map((path) => Buffer.byteLength(path)))).toBeLessThanOrEqual(226);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(400);
});

const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('a', 'A', '..', 'con', 'index.csv', 'INDEX.XLSX', 'a/b', 'C:\\x', ' ', '', 'é', 'e\u0301'),
);
const anyFile = fc.record({ name, content: fc.uint8Array({ maxLength: 200 }) });
interface AnyFolder {
  name: string;
  folders: AnyFolder[];
  files: { name: string; content: Uint8Array }[];
}
const treeOfDepth = (depth: number): fc.Arbitrary<AnyFolder> =>
  fc.record({
    name,
    folders: depth > 0 ? fc.array(treeOfDepth(depth - 1), { maxLength: 3 }) : fc.constant([]),
    files: fc.array(anyFile, { maxLength: 4 }),
  });

test('any tree with any names unpacks to unique safe paths with the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(treeOfDepth(3), async (root) => {
      const contents = new Map<number, Buffer>();
      const toTree = ({ name, folders, files }: AnyFolder): ReturnType<typeof folder> =>
        folder(
          name,
          folders.map(toTree),
          files.map(({ name, content }) => {
            contents.set(contents.size + 1, Buffer.from(content));
            return file(contents.size, name);
          }),
        );
      const entries = [...planArchive(toTree(root))];
      const zip = createZipWriter();
      const archive = buffer(zip.output);
      for (const { path, isEmpty } of entries) if (isEmpty) await zip.addFolder(path);
      const expected = new Map<string, Buffer>();
      for (const { path, file } of entries) {
        if (!file) continue;
        const content = contents.get(file.id) ?? Buffer.alloc(0);
        expected.set(path, content);
        await zip.addFile(path, Readable.from([content]), { size: content.length });
      }
      zip.finish();
      const unzipped = await unzip(await archive);
      const paths = unzipped.map(({ path }) => path.replace(/\/$/, ''));
      const all = new Set(
        [...entries.map(({ path }) => path), ...INDEX_NAMES].map((path) => path.toLowerCase()),
      );
      expect(all.size).toBe(entries.length + INDEX_NAMES.length);
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
      for (const path of paths) expect(path.split('/')).not.toContain('..');
      const files = unzipped.filter(({ path }) => !path.endsWith('/'));
      expect(new Map(files.map(({ path, bytes }) => [path, bytes]))).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
