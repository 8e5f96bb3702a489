import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { readAuditRows, readableOf } from '#server/database/audit/persons/read-audit-rows.ts';
import { readArchiveAssets } from '#server/modules/evidence/render-verifier.ts';
import { listSigningKeys } from '#server/modules/evidence/signing-keys.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { listAcceptancesOfRoom, listReceiptsOfRoom, listRoomLog } from './evidence-queries.ts';

const README = `This folder is an archive of a data room.

Open index.html in a browser to browse and search it; it needs no network and no server.
The documents are in "files".

To verify that nothing was changed, open verify.html and choose this folder or the ZIP, or run
  node verifier.mjs evidence/keys.json <the ZIP or this folder>
Use keys.json of your own if you have it: the one in this archive says only what the archive itself says.

The signature proves what the installation stated; the counterparty's copies prevent a different
statement later.
`;

/** Adds what the archive needs to be read and verified anywhere. */
export async function addReaders(ctx: Context, writer: ArchiveWriter): Promise<void> {
  for (const [path, text] of readArchiveAssets()) await writer.addText(path, text);
  await writer.addText('README.txt', README);
  await writer.addText('evidence/keys.json', `${JSON.stringify({ keys: await listSigningKeys(ctx) })}\n`);
}

/** Adds the log of a room up to an entry, and the receipts and acceptances that concern this room alone. */
export async function addRoomEvidence(
  ctx: Context,
  writer: ArchiveWriter,
  { roomId, logEntries }: { roomId: number; logEntries: number },
): Promise<void> {
  async function* logLines(): AsyncGenerator<string> {
    for await (const rows of listRoomLog(ctx.db, roomId, logEntries)) {
      const read = await readAuditRows(ctx.db, ctx, rows);
      for (const [place, row] of rows.entries())
        yield `${JSON.stringify({ ...row, readable: readableOf(row, read[place] ?? row) })}\n`;
    }
  }
  await writer.add('evidence/audit-log.jsonl', Readable.from(logLines(), { objectMode: false }));
  await addEach(
    (after) => listReceiptsOfRoom(ctx.db, roomId, after),
    ({ id, ...row }) => {
      const treeHead = {
        treeSize: row.tree_size,
        rootHash: row.root_hash,
        signedAt: isoInstant(row.signed_at),
        keyId: row.head_key_id,
        signature: row.head_signature,
      };
      const receipt = { format: 'muniment-receipt/1', ...signedBy(row), treeHead };
      return writer.addText(`evidence/receipts/receipt-${id}.json`, JSON.stringify(receipt));
    },
  );
  await addEach(
    (after) => listAcceptancesOfRoom(ctx.db, roomId, after),
    ({ id, text, ...row }) => {
      const acceptance = { format: 'muniment-terms-acceptance/1', ...signedBy(row), text };
      return writer.addText(`evidence/acceptances/acceptance-${id}.json`, JSON.stringify(acceptance));
    },
  );
}

interface SignedRow {
  readonly statement: string;
  readonly signature: string;
  readonly key_id: string;
  readonly public_key: Buffer;
}

const signedBy = ({ statement, signature, key_id, public_key }: SignedRow) => ({
  statement,
  signature,
  key: { id: key_id, publicKey: public_key.toString('base64') },
});

/** Reads pages of rows by id, and adds each row. */
async function addEach<Row extends { readonly id: number }>(
  list: (after: number) => Promise<Row[]>,
  add: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: Row[] = await list(after);
    for (const row of rows) await add(row);
    after = rows.at(-1)?.id;
  }
}
