import { afterEach, expect, test, vi } from 'vitest';
import earlyScript from '#web/public/color-scheme.js?raw';
import { setColorScheme } from './color-scheme.ts';

function openPage(storage: Pick<Storage, 'getItem' | 'setItem'>): DOMStringMap {
  const dataset: DOMStringMap = {};
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('localStorage', storage);
  return dataset;
}

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map<string, string>();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
}

const refusingStorage = {
  getItem: () => {
    throw new Error('storage is forbidden');
  },
  setItem: () => {
    throw new Error('storage is forbidden');
  },
};

function runEarlyScript(): void {
  // The script is one of ours; a page runs it as a classic script, which is what Function does.
  new Function(earlyScript)();
}

afterEach(() => vi.unstubAllGlobals());

test('a chosen scheme is there before the first paint of the next page', () => {
  const storage = memoryStorage();
  openPage(storage);
  setColorScheme('dark');
  const nextPage = openPage(storage);
  runEarlyScript();
  expect(nextPage['scheme']).toBe('dark');
});

test('without a choice the system decides', () => {
  const page = openPage(memoryStorage());
  runEarlyScript();
  expect(page['scheme']).toBe('system');
});

test('a browser that forbids storage still shows the chosen scheme', () => {
  const page = openPage(refusingStorage);
  runEarlyScript();
  expect(page['scheme']).toBe('system');
  setColorScheme('light');
  expect(page['scheme']).toBe('light');
});
