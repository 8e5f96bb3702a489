import { describe, expect } from 'vitest';
import { BATCH_SIZE } from '#server/http/step-through.ts';
import { readPages } from '#server/testing/clients/read-pages.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';

const VIEWS = 4 * BATCH_SIZE + 300;
const ROWS_PER_INSERT = 500;

/** A generator of pseudorandom whole numbers below a limit: the same in each run. */
function createRandom(seed = 7) {
  let state = seed;
  return (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/**
 * Two folders of an owner and one of another, with views by accounts, addresses, guests and the owner, of which many are
 * of the same instant, and of which the newest are of the other folder.
 */
async function openViewed(testApp: TestApp) {
  const [owner, other] = [await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Deal');
  const inner = await owner.folder('Inner', folder.id);
  const elsewhere = await other.folder('Elsewhere');
  const files: number[] = [];
  for (let place = 0; place < 8; place++)
    files.push(
      (await owner.file({ name: `Plan ${place}.txt`, folderId: place < 5 ? folder.id : inner.id })).id,
    );
  const outside = await other.file({ name: 'Plan.txt', folderId: elsewhere.id });
  const accounts = [await testApp.user(), await testApp.user(), owner, other];
  await accounts[0]?.patch('/api/user/profile', { firstName: 'Zoë', lastName: 'Quill' });
  const random = createRandom();
  const { db, now } = testApp.server.services;
  const views = Array.from({ length: VIEWS }, (_, place) => {
    const isAddress = random(2) === 0;
    return {
      // The second file has more views than a step reads.
      file_id:
        place % 7 === 0 || place > VIEWS - 20 ? outside.id : (files[random(2) === 0 ? 1 : random(8)] ?? 0),
      viewer_id: isAddress ? null : (accounts[random(4)]?.id ?? null),
      viewer_email: isAddress ? (random(9) === 0 ? '' : `guest-${random(40)}@example.test`) : null,
      viewed_at: now() - random(5) * 60_000,
      last_seen_at: now(),
    };
  });
  const ids: number[] = [];
  for (let at = 0; at < VIEWS; at += ROWS_PER_INSERT) {
    const chunk = views.slice(at, at + ROWS_PER_INSERT);
    ids.push(
      ...(await db.insertInto('file_views').values(chunk).returning('id').execute()).map(({ id }) => id),
    );
  }
  const times = ids.flatMap((view_id) =>
    Array.from({ length: random(4) }, (_, page) => ({ view_id, page: page + 1, ms: 1 + random(3) * 1_000 })),
  );
  for (let at = 0; at < times.length; at += ROWS_PER_INSERT)
    await db
      .insertInto('page_times')
      .values(times.slice(at, at + ROWS_PER_INSERT))
      .execute();
  await owner.delete(`/api/files/${files[7]}`);
  return { owner, folder, fileId: files[1] ?? 0 };
}

interface Shown {
  readonly viewer?: { readonly username: string; readonly displayName?: string };
  readonly file?: { readonly name: string };
}

const textsOf = ({ viewer, file }: Shown) => [file?.name, viewer?.displayName, viewer?.username];

describe('a filter', () => {
  test('finds of each list of views what the whole list has of it, in its order and with its totals', async ({
    testApp,
  }) => {
    const { owner, folder, fileId } = await openViewed(testApp);
    for (const url of [
      `/api/files/${fileId}/views`,
      `/api/files/${fileId}/viewers`,
      `/api/folders/${folder.id}/activity/viewers`,
      `/api/folders/${folder.id}/activity/files`,
      `/api/folders/${folder.id}/activity/views`,
      '/api/file-views/owner',
    ]) {
      const whole = await readPages<Shown>(owner, `${url}?limit=1000`);
      expect([url, whole.length > 5]).toEqual([url, true]);
      for (const q of ['e', 'guest', 'ZOE', 'plan 1', 'guest-7@', owner.username, 'nothing']) {
        const isFound = createTextFilter(q);
        const expected = whole.filter((row) => isFound(textsOf(row)));
        const limit = expected.length > 100 ? 1_000 : 3;
        const found = await readPages<Shown>(owner, `${url}?limit=${limit}&${new URLSearchParams({ q })}`);
        expect([url, q, found]).toEqual([url, q, expected]);
      }
    }
  });
});
