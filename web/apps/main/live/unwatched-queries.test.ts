import { type QueryKey, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { refreshUnwatched } from './unwatched-queries.ts';

test.each<[QueryKey, number]>([
  [['audit', { person: 7 }], 2],
  [['webhooks', 'deliveries', 7], 2],
  [['certificates', 'room', 7], 2],
  [['exposure', 'latest', 7], 2],
  [['analytics', 7, 'unread', undefined], 2],
  [['room-history', 7, { action: 'file.view' }], 2],
  [['links', 'own'], 2],
  [['links', 'visitors', 7], 2],
  [['rooms', 'file', 7], 2],
  [['rooms', 'audience', 7], 2],
  [['imports', 'folder', 7], 2],
  [['settings', 'system'], 2],
  [['settings', 'sign-in'], 2],
  [['users', 'accounts'], 2],
  [['users', 'list'], 2],
  [['webhooks'], 1],
])('opened twice, %j is asked for %i times', async (queryKey, expected) => {
  const client = refreshUnwatched(createQueryClient());
  let asked = 0;
  const queryFn = () => {
    asked += 1;
    return Promise.resolve(asked);
  };
  for (let time = 0; time < 2; time += 1) {
    const observer = new QueryObserver(client, { queryKey, queryFn });
    const close = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
    close();
  }
  expect(asked).toBe(expected);
  client.clear();
});
