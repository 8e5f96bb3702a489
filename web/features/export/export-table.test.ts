import { afterEach, expect, test, vi } from 'vitest';
import { ReadableError } from '#web/lib/errors/readable-error.ts';
import { dismissToast, getToasts } from '#web/ui/feedback/toast.ts';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { exportTable, formatTable } from './export-table.ts';

interface Row {
  readonly name: string;
  readonly ms: number | null;
  readonly at: string;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: () => null, values: [['Name', ({ name }) => name]] },
  {
    id: 'time',
    header: 'In View',
    cell: () => null,
    values: [
      ['Seconds in view', ({ ms }) => ms],
      ['Viewed at', ({ at }) => at],
    ],
  },
  { id: 'actions', header: 'Actions', hideHeader: true, cell: () => null },
];
const ROW: Row = { name: '=SUM(A1)', ms: 2.5, at: '2026-11-20T10:00:00.000Z' };

afterEach(() => vi.unstubAllGlobals());

test('columns are exported in their order, and columns of buttons are left out', () => {
  expect(formatTable(COLUMNS, [ROW, { ...ROW, name: 'Zoë', ms: null }]).split('\r\n')).toEqual([
    '\ufeff"Name","Seconds in view","Viewed at"',
    `"'=SUM(A1)",2.5,"2026-11-20T10:00:00.000Z"`,
    '"Zoë",,"2026-11-20T10:00:00.000Z"',
    '',
  ]);
});

test('rows that the screen has not loaded are fetched and downloaded under the name', async () => {
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() });
  await exportTable({ name: 'groups', columns: COLUMNS, rows: async () => [ROW] });
  expect(link).toMatchObject({ href: 'blob:1', download: 'groups.csv' });
  expect(link.click).toHaveBeenCalledOnce();
});

test('an export that fails says why', async () => {
  const rows = () => Promise.reject(new ReadableError('Narrow the list first.'));
  await exportTable({ name: 'groups', columns: COLUMNS, rows });
  // A worker runs other tests too, whose toasts may be there, and which expect none of this one.
  const shown = getToasts().at(-1);
  expect(shown).toMatchObject({
    title: 'Failed to export the table',
    description: 'Narrow the list first.',
  });
  dismissToast(shown?.id ?? 0);
});
