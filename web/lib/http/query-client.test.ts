import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

test.each([
  [403, undefined],
  [404, undefined],
  [503, 'loaded'],
])('after a later answer of %i, loaded data is %s', async (status, data) => {
  const client = createQueryClient();
  let answer = (): Promise<string> => Promise.resolve('loaded');
  const observer = new QueryObserver(client, { queryKey: ['a'], queryFn: () => answer() });
  const unsubscribe = observer.subscribe(() => undefined);
  await observer.refetch();
  answer = () => Promise.reject(new ApiError(status, 'Refused', { code: 'any' }));
  await observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, data });
  unsubscribe();
  client.clear();
});
