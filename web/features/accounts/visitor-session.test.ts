import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, getToasts } from '#web/ui/feedback/toast.ts';
import { rememberVisit } from './remembered-visit.ts';
import { fetchVisitorSession, isKnownReader } from './visitor-session.ts';

const answer = (status: number, body: object = { error: 'Not now.', code: 'conflict' }) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const find = () => fetchVisitorSession(new AbortController().signal);

beforeEach(() => {
  for (const { id } of getToasts()) dismissToast(id);
});

afterEach(() => {
  // Other test files share the list.
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

test.each([401, 403])('status %s means that there is no visitor session', async (status) => {
  answer(status);
  expect(await find()).toBeNull();
});

test('any other failure leaves the visitor session unknown', async () => {
  answer(500);
  await expect(find()).rejects.toThrow('Failed to check visitor status: 500');
});

test('a visit without anything to show says so once', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  rememberVisit();
  answer(200, { isVisitor: false, nothingVisible: true });
  expect([await find(), await find()]).toEqual([null, null]);
  const open = getToasts().filter(({ open }) => open);
  expect(open.map(({ title, description }) => [title, description])).toEqual([
    ['Nothing is open to you at the moment', 'Open your link again later, or ask the person who sent it.'],
  ]);
});

test('follows and saved searches are for users, and for visitors whose address is confirmed', () => {
  const visit = {
    isVisitor: true,
    email: 'alice@bidder.example',
    folderId: 1,
    folderName: 'Deal',
    inviterName: 'Dana',
    expiresAt: null,
    mayDownload: false,
  };
  const viewAs = { roomId: 1, groupId: 2, groupName: 'Bidders', expiresAt: '2026-11-29T00:00:00.000Z' };
  expect([isKnownReader(null), isKnownReader(visit)]).toEqual([true, true]);
  expect(isKnownReader({ ...visit, isUnconfirmed: true })).toBe(false);
  expect(isKnownReader({ ...visit, viewAs })).toBe(false);
});
