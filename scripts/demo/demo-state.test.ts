import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, describe, expect } from 'vitest';
import { listDemoAccounts, markDemoFilled, openDemoState } from './demo-state.ts';
import { listDemoDocuments } from './list-demo-documents.ts';

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'muniment-example-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

describe('the example room', () => {
  test('has the same two hundred documents every time, none twice in a folder', async () => {
    const [once, again] = [await listDemoDocuments(), await listDemoDocuments()];
    expect(again).toEqual(once);
    const documentSets = Object.values(once);
    expect(documentSets.flat().length).toBeGreaterThan(190);
    for (const documents of documentSets)
      expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
    const types = new Set(documentSets.flat().map(({ name }) => name.split('.').at(-1)));
    expect(types).toEqual(new Set(['pdf', 'docx', 'xlsx', 'pptx', 'txt', 'csv', 'md', 'json']));
  });

  test('remembers its passwords, which differ from room to room', async ({ folder }) => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    const begun = await openDemoState(one);
    await markDemoFilled(one, begun);
    expect(await openDemoState(one)).toEqual({ ...begun, isFilled: true });
    expect(listDemoAccounts(await openDemoState(other)).admin.password).not.toBe(
      listDemoAccounts(begun).admin.password,
    );
  });

  test('is not put into a folder that holds something else', async ({ folder }) => {
    await writeFile(join(folder, 'muniment.db'), '');
    await expect(openDemoState(folder)).rejects.toThrow('is not empty');
  });

  test('is not served half filled', async ({ folder }) => {
    const dataDir = join(folder, 'example');
    await openDemoState(dataDir);
    await expect(openDemoState(dataDir)).rejects.toThrow('was interrupted');
  });
});
