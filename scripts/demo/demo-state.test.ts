import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, describe, expect } from 'vitest';
import { listDemoAccounts, markDemoFilled, openDemoState } from './demo-state.ts';

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's dependencies from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'muniment-example-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

describe('the demo', () => {
  test('the demo keeps its passwords, which differ between installations', async ({ folder }) => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    const state = await openDemoState(one);
    await markDemoFilled(one, state);
    expect(await openDemoState(one)).toEqual({ ...state, isFilled: true });
    expect(listDemoAccounts(await openDemoState(other)).admin.password).not.toBe(
      listDemoAccounts(state).admin.password,
    );
  });

  test('the demo rejects a folder with other files', async ({ folder }) => {
    await writeFile(join(folder, 'muniment.db'), '');
    await expect(openDemoState(folder)).rejects.toThrow('is not empty');
  });

  test('the demo rejects incomplete data', async ({ folder }) => {
    const dataDir = join(folder, 'example');
    await openDemoState(dataDir);
    await expect(openDemoState(dataDir)).rejects.toThrow('was interrupted');
  });
});
