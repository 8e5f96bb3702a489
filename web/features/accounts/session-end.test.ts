import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#web/lib/http/api-error.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { dismissToast, getToasts } from '#web/ui/feedback/toast.ts';
import { watchSessionExpiry } from './session-end.ts';

const refuse = (status: number) => () => Promise.reject(new ApiError(status, 'Refused'));

function signedInClient() {
  const client = createQueryClient();
  watchSessionExpiry(client);
  client.setQueryData(['user'], { id: 1, username: 'ada' });
  client.setQueryData(['folders', 'tree'], [{ id: 5, name: 'Secret' }]);
  return client;
}

const openToasts = () => getToasts().filter(({ open }) => open);

beforeEach(() => {
  for (const { id } of getToasts()) dismissToast(id);
});

test('a 401 to any query signs the user out and clears cached data', async () => {
  const client = signedInClient();
  await client.fetchQuery({ queryKey: ['files'], queryFn: refuse(401) }).catch(() => undefined);
  expect(client.getQueryData(['user'])).toBeNull();
  expect(client.getQueryData(['folders', 'tree'])).toBeUndefined();
});

test('a 401 to a mutation signs the user out', async () => {
  const client = signedInClient();
  const mutation = client.getMutationCache().build(client, { mutationFn: refuse(401) });
  await mutation.execute(undefined).catch(() => undefined);
  expect(client.getQueryData(['user'])).toBeNull();
});

test('several failed calls report the end of the session once', async () => {
  const client = signedInClient();
  const calls = ['a', 'b', 'c'].map((key) => client.fetchQuery({ queryKey: [key], queryFn: refuse(401) }));
  await Promise.allSettled(calls);
  expect(openToasts().map(({ title }) => title)).toEqual(['Your session has ended']);
});

test('another error status leaves the user signed in', async () => {
  const client = signedInClient();
  await client.fetchQuery({ queryKey: ['files'], queryFn: refuse(403) }).catch(() => undefined);
  expect(client.getQueryData(['user'])).toMatchObject({ username: 'ada' });
  expect(openToasts()).toEqual([]);
});

test('failed credentials do not end a session', async () => {
  const client = createQueryClient();
  watchSessionExpiry(client);
  client.setQueryData(['user'], null);
  const mutation = client.getMutationCache().build(client, { mutationFn: refuse(401) });
  await mutation.execute(undefined).catch(() => undefined);
  expect(openToasts()).toEqual([]);
});
