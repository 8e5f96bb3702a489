import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ChangedMeanwhile, type Edits, rebaseEdits } from '#web/lib/forms/edits.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { useSetSynonyms } from './synonyms-api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('synonyms that somebody else changed meanwhile are refused once, and replaced when they are saved again', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)));
    return Response.json({ groups: [['b', 'other']], version: 'two' });
  });
  let save: ((edits: Edits<{ text: string }>) => Promise<unknown>) | undefined;
  function Caller() {
    save = useSetSynonyms(7).mutateAsync;
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Caller />
    </QueryClientProvider>,
  );
  const edits = { text: { from: 'a = one', to: 'c = typed' } };
  const refusal = await save?.(edits).catch((error: unknown) => error);
  const { stored } = refusal instanceof ChangedMeanwhile ? refusal : expect.fail('It was saved');
  expect(sent).toEqual([]);
  await save?.(rebaseEdits(stored as { text: string }, edits)); // what the form has
  expect(sent).toEqual([{ groups: [['c', 'typed']], version: 'two' }]);
});
