import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { storeBytes } from '#server/modules/files/store-bytes.ts';
import { unescapeFormulas } from '#shared/domain/export/escape-formulas.ts';
import { MAX_ADDED_MEMBERS } from '#shared/domain/limits.ts';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ROWS = 5_000;

/** Reads the email addresses in an uploaded XLSX or CSV table, whatever its columns are: every cell with an `@`. */
export async function readAddresses(ctx: Context, request: FastifyRequest): Promise<string[]> {
  const part = await request.file();
  if (!part) throw invalid(NO_FILE_SELECTED);
  const type = /\.(csv|xlsx)$/i.exec(part.filename)?.[1]?.toLowerCase();
  if (type !== 'csv' && type !== 'xlsx') throw invalid('Choose an XLSX or CSV file.');
  const { temporaryStore, tables } = ctx.documents;
  const bytes = part.file as Readable; // the types of the library say less
  const blob = await storeBytes(temporaryStore, bytes, MAX_BYTES);
  try {
    const table = await tables.read(type, () => temporaryStore.open(blob), { maxRows: MAX_ROWS });
    if ('problem' in table)
      throw table.problem === 'too-many-rows'
        ? new AppError('too-large', `The file has more than ${MAX_ROWS} rows. Split it and add the parts.`)
        : invalid('The file could not be read. Save it as XLSX or CSV.');
    const addresses = new Set(
      table.rows.flatMap((row) =>
        row.filter((cell) => cell.includes('@')).map((cell) => unescapeFormulas(cell).trim()),
      ),
    );
    if (addresses.size === 0) throw invalid('The file contains no email address.');
    if (addresses.size > MAX_ADDED_MEMBERS)
      throw invalid(`Add at most ${MAX_ADDED_MEMBERS} addresses at once`);
    return [...addresses];
  } finally {
    await temporaryStore.remove(blob.key);
  }
}

const invalid = (message: string): AppError =>
  new AppError('invalid', message, { fields: { file: message } });
