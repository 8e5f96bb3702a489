import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { getToasts } from '#web/ui/feedback/toast.ts';
import { useCompleteSignIn, useLinkCompany, useSignIn } from './api.ts';
import { watchSessionExpiry } from './session-end.ts';

/** Returns what a hook returns, outside a page. */
function renderHook<Result>(client: QueryClient, useHook: () => Result): Result {
  const results: Result[] = [];
  function Caller() {
    results.push(useHook());
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Caller />
    </QueryClientProvider>,
  );
  const [result] = results;
  if (result === undefined) throw new Error('The hook was not called.');
  return result;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a wrong password or code does not end the visit of the same browser', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'Wrong.', code: 'unauthorized' }, { status: 401 }),
  );
  const client = createQueryClient();
  watchSessionExpiry(client);
  const visit = { folders: [] };
  client.setQueryData(['user'], null);
  client.setQueryData(['visitor-session'], visit);
  const signIn = renderHook(client, useSignIn);
  await signIn.mutateAsync({ username: 'ada', password: 'wrong' }).catch(() => undefined);
  const complete = renderHook(client, useCompleteSignIn);
  await complete.mutateAsync({ code: '000000' }).catch(() => undefined);
  const link = renderHook(client, useLinkCompany);
  await link.mutateAsync({ password: 'wrong' }).catch(() => undefined);
  expect(client.getQueryData(['visitor-session'])).toBe(visit);
  expect(getToasts().map(({ title }) => title)).not.toContain('Visitor access expired');
});
