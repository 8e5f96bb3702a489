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

const forbiddenStorage = {
  getItem: () => {
    throw new Error('storage is forbidden');
  },
  setItem: () => {
    throw new Error('storage is forbidden');
  },
};

function runColorSchemeScript(): void {
  // Runs our own script as a classic script, as a page does.
  new Function(earlyScript)();
}

afterEach(() => vi.unstubAllGlobals());

test('a chosen color scheme is applied before the first paint of the next page', () => {
  const storage = memoryStorage();
  openPage(storage);
  setColorScheme('dark');
  const nextPage = openPage(storage);
  runColorSchemeScript();
  expect(nextPage['scheme']).toBe('dark');
});

test('the system color scheme applies without a choice', () => {
  const page = openPage(memoryStorage());
  runColorSchemeScript();
  expect(page['scheme']).toBe('system');
});

test('a chosen color scheme is applied in a browser that forbids storage', () => {
  const page = openPage(forbiddenStorage);
  runColorSchemeScript();
  expect(page['scheme']).toBe('system');
  setColorScheme('light');
  expect(page['scheme']).toBe('light');
});
