import type { DatabaseEngine } from '../../database-engine.ts';
import { type HistoryTable, historyOf } from './history-tables.ts';

export const keptColumns = ({ columns }: HistoryTable): string => Object.keys(columns).join(', ');

/** The function of an engine that finds a text in another. */
const POSITION = { sqlite: 'instr', postgres: 'strpos' } as const satisfies Record<DatabaseEngine, string>;

/** Lists the values that are kept of a row: `new` or `old` in a trigger, or the table itself. */
export const keptValues = ({ columns, values }: HistoryTable, row: string, engine: DatabaseEngine): string =>
  Object.keys(columns)
    .map(
      (column) =>
        values?.[column]?.replaceAll('{row}', row).replaceAll('{position}', POSITION[engine]) ??
        `${row}.${column}`,
    )
    .join(', ');

/** Matches the rows of the history with the key of a row. */
export const keyOf = ({ key }: HistoryTable, history: string, row: string): string =>
  key.map((column) => `${history}.${column} = ${row}.${column}`).join(' and ');

/** Tells whether an update changes something that is kept. */
export const changesOf = ({ columns }: HistoryTable, differs: 'is not' | 'is distinct from'): string =>
  `(${Object.keys(columns)
    .map((column) => `old.${column} ${differs} new.${column}`)
    .join(' or ')})`;

export const conditionOf = ({ condition }: HistoryTable, row: string): string =>
  condition?.replaceAll('{row}', row) ?? '1 = 1';

/** Inserts the present rows of a table as the beginning of its history; `now` is an SQL expression. */
export const insertPresent = (
  table: HistoryTable,
  { now, end, engine }: { now: string; end: number; engine: DatabaseEngine },
): string =>
  `insert into ${historyOf(table)} (${keptColumns(table)}, valid_from_at, valid_until_at)
    select ${keptValues(table, table.name, engine)}, ${now}, ${end} from ${table.name} where ${conditionOf(table, table.name)}`;
