import type { AnswerTable } from '#shared/contracts/search/answer-table.ts';

type Computation = NonNullable<AnswerTable['computation']>;

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/u;

/** Says what was computed from cells and how, beginning with a word that no document has: it is no quote. */
export function describeCells(
  { rows, columns, unit }: AnswerTable,
  kind: Computation['kind'],
  value = '',
  cells: NonNullable<Computation['cells']> = [],
): string {
  const written = cells.map(({ row, column }) => rows[row]?.cells[column] ?? '');
  const names = cells.map(({ row }) => rows[row]?.cells.find((cell) => cell !== '') ?? '');
  const periods = cells.map(({ column }) => YEAR.exec(columns[column] ?? '')?.[0] ?? columns[column] ?? '');
  const [first = '', last = ''] = written;
  const [name = '', whole = ''] = names;
  const [from = '', to = ''] = periods;
  const isOfAmounts = kind === 'difference' || kind === 'average' || kind === 'sum';
  const scale = isOfAmounts && unit !== undefined && !value.includes('percent') ? ` (${unit})` : '';
  const sum = written.join(' + ');
  const said: Partial<Record<Computation['kind'], string>> = {
    difference: `${name}, change from ${from} to ${to}: ${value}${scale} = ${last} − ${first}`,
    change: `${name}, percentage change from ${from} to ${to}: ${value} = (${last} − ${first}) ÷ ${first}`,
    average: `${name}, average of ${listed(periods)}: ${value}${scale} = (${sum}) ÷ ${written.length}`,
    sum: `${name}, total of ${listed(periods)}: ${value}${scale} = ${sum}`,
    share: `${name} as a percentage of ${whole}, ${from}: ${value} = ${first} ÷ ${last}`,
    ratio: `ratio of ${name} to ${whole}, ${from}: ${value} = ${first} ÷ ${last}`,
  };
  return `Computed: ${said[kind] ?? value}`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
