import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { admitOwner, forgetInput, keepInput, takeInput, watchInput } from './kept-input.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/folder/5' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Ends the session of a user who has entered a name in a form. */
function endSession(read: () => unknown = () => ({ name: 'Leases' })): void {
  admitOwner('1');
  const stop = watchInput('new-folder', read);
  keepInput();
  stop();
}

test('the same user finds their input again, once', () => {
  endSession();
  expect(admitOwner('1')).toBe(true);
  expect(takeInput('new-folder')).toEqual({ name: 'Leases' });
  expect(takeInput('new-folder')).toBeUndefined();
  expect(stored.size).toBe(0);
});

test('nobody reads kept input before they have signed in', () => {
  endSession();
  expect(takeInput('new-folder')).toBeUndefined();
});

test('input of another user is deleted when they sign in', () => {
  endSession();
  expect(admitOwner('2')).toBe(false);
  expect(stored.size).toBe(0);
  expect(takeInput('new-folder')).toBeUndefined();
  admitOwner('1');
  expect(takeInput('new-folder')).toBeUndefined();
});

test('input is restored in the same form of the same page only', () => {
  endSession();
  admitOwner('1');
  expect(takeInput('folder-5')).toBeUndefined();
  vi.stubGlobal('location', { pathname: '/folder/6' });
  expect(takeInput('new-folder')).toBeUndefined();
});

test('input is deleted after 24 hours', () => {
  endSession();
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  expect(admitOwner('1')).toBe(false);
  expect(stored.size).toBe(0);
});

test('kept input is announced once and deleted on log out', () => {
  endSession();
  expect([admitOwner('1'), admitOwner('1')]).toEqual([true, false]);
  forgetInput();
  expect(takeInput('new-folder')).toBeUndefined();
  expect(stored.size).toBe(0);
});

test('a form without changes, or one that has left the page, keeps nothing', () => {
  endSession(() => undefined);
  keepInput();
  expect(stored.size).toBe(0);
});

test('a session that ends again keeps the newest input', () => {
  endSession();
  endSession(() => ({ name: 'Leases 2026' }));
  admitOwner('1');
  expect(takeInput('new-folder')).toEqual({ name: 'Leases 2026' });
});

test('without storage nothing is kept and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined);
  endSession();
  expect(admitOwner('1')).toBe(false);
  expect(takeInput('new-folder')).toBeUndefined();
});
