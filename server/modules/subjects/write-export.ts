import type { StoredRow } from './export-subject.ts';

/** Writes rows as one JSON object: an array for each kind. */
export async function* toJson(pages: AsyncIterable<readonly StoredRow[]>): AsyncGenerator<string> {
  let kind: string | undefined;
  for await (const rows of pages)
    for (const row of rows) {
      const start = kind === undefined ? '{' : '],';
      yield row.kind === kind ? ',\n' : `${start}\n${JSON.stringify(row.kind)}: [\n`;
      kind = row.kind;
      yield JSON.stringify(row.data);
    }
  yield kind === undefined ? '{}\n' : ']}\n';
}

/** Writes rows as lines of a table. */
export async function* toTable(pages: AsyncIterable<readonly StoredRow[]>): AsyncGenerator<string[][]> {
  yield [['Kind', 'Data']];
  for await (const rows of pages) yield rows.map(({ kind, data }) => [kind, JSON.stringify(data)]);
}
