import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Erasure } from '#shared/contracts/subjects/subjects.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { ErasureList } from './erasure-list.tsx';

const AT = '2026-11-20T10:00:00.000Z';

/** Renders erasures of one person, newest first, numbered from 1 in the order of the states. */
function render(...states: Erasure['state'][]): string {
  const erasures = states.map(
    (state, index): Erasure => ({
      id: index + 1,
      subjectHash: 'a1b2c3',
      state,
      requestedAt: AT,
      erasedAt: state === 'done' ? AT : null,
      statements: 'keep',
    }),
  );
  const client = createQueryClient();
  client.setQueryData(['erasures'], {
    pages: [{ result: erasures.reverse(), next: null }],
    pageParams: [null],
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ErasureList />
    </QueryClientProvider>,
  );
}

const ADVICE = 'request the erasure again, or retry its job under Maintenance.';

test('an erasure that failed says what to do, as long as no later one is on its way', () => {
  expect(render('failed')).toContain(ADVICE);
  expect(render('failed', 'failed').split(ADVICE)).toHaveLength(3);
});

test.each<[Erasure['state'][], string]>([
  [['failed', 'running'], 'Failed, requested again as No. 2'],
  [['failed', 'failed', 'restored'], 'Failed, requested again as No. 3'],
  [['failed', 'done'], 'Failed, and done by No. 2'],
  [['failed', 'done', 'running'], 'Failed, and done by No. 2'],
])('after %j, the failed one names the later one', (states, text) => {
  const html = render(...states);
  expect(html).toContain(text);
  expect(html).not.toContain(ADVICE);
});
