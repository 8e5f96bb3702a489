import { type Expression, type RawBuilder, sql } from 'kysely';

interface PackedRows {
  readonly packed: readonly (readonly unknown[])[];
}

/**
 * Packs the rows of a long list, newest first, into one JSON value on PostgreSQL, whose driver takes twice as long to decode each column of
 * each row by itself. The query has an `id`; its columns are numbers and texts. `unpackRows` unpacks them.
 */
export const packRows = (query: Expression<unknown>, columns: readonly string[]): RawBuilder<PackedRows> => {
  const values = sql.join(columns.map((column) => sql.ref(`listed.${column}`)));
  return sql<PackedRows>`select coalesce(json_agg(json_build_array(${values}) order by listed.id desc), '[]') as packed
    from ${query} as listed`;
};

export function unpackRows<Row extends object>(
  [row]: readonly PackedRows[],
  columns: readonly (keyof Row & string)[],
): Row[] {
  return (row?.packed ?? []).map((values) => {
    const unpacked: Record<string, unknown> = {};
    for (let place = 0; place < columns.length; place += 1) unpacked[String(columns[place])] = values[place];
    return unpacked as Row; // it has the columns that were packed
  });
}
