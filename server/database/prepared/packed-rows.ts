import { type Expression, type RawBuilder, sql } from 'kysely';

export interface PackedRows {
  /** The values of each column; null without rows. */
  readonly packed: readonly (readonly unknown[] | null)[];
}

/**
 * Packs the rows of a long list, newest first, into one JSON value on PostgreSQL, whose driver takes twice as long to decode each
 * column of each row by itself. By column, since PostgreSQL looks up how to write a value once for each of the arrays, and not
 * for each value. The query has an `id`, which is a column; its columns are numbers and texts. `unpackRows` unpacks them.
 */
export const packRows = (query: Expression<unknown>, columns: readonly string[]): RawBuilder<PackedRows> => {
  const arrays = sql.join(columns.map((column) => sql`json_agg(${sql.ref(`listed.${column}`)})`));
  return sql<PackedRows>`select json_build_array(${arrays}) as packed from ${query} as listed`;
};

export function unpackRows<Row extends { readonly id: number }>(
  [row]: readonly PackedRows[],
  columns: readonly (keyof Row & string)[],
): Row[] {
  const packed = row?.packed ?? [];
  const count = packed[0]?.length ?? 0;
  const rows: Row[] = [];
  for (let at = 0; at < count; at += 1) {
    const unpacked: Record<string, unknown> = {};
    for (let place = 0; place < columns.length; place += 1)
      unpacked[String(columns[place])] = packed[place]?.[at];
    rows.push(unpacked as Row & Record<string, unknown>); // it has the columns that were packed
  }
  // PostgreSQL keeps the order of the query in all arrays alike, but does not promise which it is.
  return rows.sort((one, other) => other.id - one.id);
}
