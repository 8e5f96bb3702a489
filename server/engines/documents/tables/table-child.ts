import { serveRequests } from '#server/engines/sandbox/child-side.ts';
import { readRows } from './read-rows.ts';
import type { Table, TableRequest } from './table-protocol.ts';

/** Characters of JSON in a frame, roughly; a row has at most as many again. */
const FRAME_LENGTH = 200_000;

async function readTable(request: TableRequest, bytes: Buffer): Promise<Table> {
  try {
    return await readRows(request, bytes);
  } catch {
    return { problem: 'unreadable' };
  }
}

function* framesOf(table: Table): Generator<string> {
  if ('problem' in table) return yield JSON.stringify(table);
  let batch: string[] = [];
  let length = 0;
  for (const row of table.rows) {
    const json = JSON.stringify(row);
    batch.push(json);
    length += json.length;
    if (length < FRAME_LENGTH) continue;
    yield `{"isLast":false,"rows":[${batch.join()}]}`;
    [batch, length] = [[], 0];
  }
  yield `{"isLast":true,"rows":[${batch.join()}]}`;
}

// The parent is ours and sends nothing else.
await serveRequests(async (message, bytes) => framesOf(await readTable(message as TableRequest, bytes)));
