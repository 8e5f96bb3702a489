import { QueryClientProvider } from '@tanstack/react-query';
import Mail from 'lucide-react/icons/mail';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { FilteredTable } from './filtered-table.tsx';

interface Row {
  readonly id: number;
  readonly name: string;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, values: [['Name', ({ name }) => name]] },
];

interface Shown {
  rows?: readonly Row[];
  text?: string;
  error?: Error;
  hasNextPage?: boolean;
  isPlaceholderData?: boolean;
  isIncomplete?: boolean;
}

const render = ({ rows, text = '', error, hasNextPage = false, ...shown }: Shown): string => {
  const { isPlaceholderData = false, isIncomplete = false } = shown;
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <FilteredTable
        label="Outbox"
        list={{
          data: rows && { pages: [{ result: rows, isIncomplete }] },
          error: error ?? null,
          refetch: vi.fn(),
          hasNextPage,
          isPlaceholderData,
          isFetchingNextPage: false,
          isFetchNextPageError: false,
          fetchNextPage: vi.fn(),
          fetchAll: vi.fn(),
        }}
        filter={{
          text,
          setText: vi.fn(),
          clear: vi.fn(),
          input: { current: null },
          query: text === '' ? {} : { q: text },
        }}
        columns={COLUMNS}
        nouns="emails"
        placeholder="Filter by subject"
        empty={{ icon: Mail, title: 'No emails' }}
        exportName="outbox"
      />
    </QueryClientProvider>,
  );
};

const ROWS = [{ id: 1, name: 'Falcon' }];

test('a filled list has a field and an export, and says nothing of a number', () => {
  const html = render({ rows: ROWS });
  for (const text of ['Filter emails', 'Filter by subject', 'Export CSV', 'Falcon'])
    expect(html).toContain(text);
  expect(html).not.toContain('found');
});

test.each([
  [{ hasNextPage: false }, '1 found'],
  [{ hasNextPage: true }, '1 or more found'],
])('a filtered list with %o announces what was found', (page, announced) => {
  expect(render({ rows: ROWS, text: 'falcon', ...page })).toMatch(
    new RegExp(`<p role="status"[^>]*>${announced}</p>`),
  );
});

test('a list that was not searched to its end says so, whether something was found or not', () => {
  const sentence = 'Only the first part of this long list was searched and counted.';
  const some = render({ rows: ROWS, text: 'falcon', isIncomplete: true });
  for (const text of [sentence, '1 or more found']) expect(some).toContain(text);
  const none = render({ rows: [], text: 'eagle', isIncomplete: true });
  for (const text of [sentence, '>0 found', 'No matching emails']) expect(none).toContain(text);
  expect(render({ rows: ROWS, text: 'falcon' })).not.toContain(sentence);
});

test('the rows of the filter before are shown and not counted until those of the next are here', () => {
  const html = render({ rows: ROWS, text: 'eagle', isPlaceholderData: true });
  expect(html).toContain('Falcon');
  expect(html).not.toContain('1 found');
});

test('the whole list is unknown while the rows of a filter that found none stand in for it', () => {
  const html = render({ rows: [], isPlaceholderData: true });
  expect(html).toContain('Filter emails');
  for (const text of ['No emails', 'No matching emails', 'found']) expect(html).not.toContain(text);
});

test('an empty list has no field, and one of which nothing fits has one that can be cleared', () => {
  const empty = render({ rows: [] });
  expect(empty).toContain('No emails');
  for (const text of ['Filter emails', 'Export CSV']) expect(empty).not.toContain(text);
  const none = render({ rows: [], text: 'eagle' });
  for (const text of ['No matching emails', 'Clear Filter', 'Filter emails', '0 found'])
    expect(none).toContain(text);
  expect(none).not.toContain('No emails');
});

test('a list that failed keeps the field of its filter', () => {
  const html = render({ text: 'eagle', error: new Error('not now') });
  for (const text of ['Outbox could not be loaded', 'Filter emails']) expect(html).toContain(text);
});
