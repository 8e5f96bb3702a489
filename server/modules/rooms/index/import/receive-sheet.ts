import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { invalidInput } from '#server/http/validation.ts';
import { storeBytes } from '#server/modules/files/store-bytes.ts';
import { importIndex, MAX_INDEX_LINES } from '#shared/contracts/rooms/room-index.ts';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';
import { type IndexSheet, readIndexLines } from './read-index-lines.ts';

const MAX_BYTES = 20 * 1024 * 1024;
/** A header may follow a title, and empty lines separate parts. */
const MAX_ROWS = MAX_INDEX_LINES + 1_000;

type TableType = 'csv' | 'xlsx';

/** Receives an index sheet as multipart form data; its fields may come before or after the file. */
export async function receiveSheet(
  ctx: Context,
  request: FastifyRequest,
): Promise<{ sheet: IndexSheet; apply: boolean; version?: string | undefined }> {
  if (!request.isMultipart()) throw new AppError('unsupported-type', 'Send the file as multipart/form-data');
  const { temporaryStore } = ctx.documents;
  const fields: Record<string, string> = {};
  let stored: { blob: StoredBlob; type: TableType } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (part.fieldname === 'file' && !stored) {
        const type = typeOf(part);
        const bytes = part.file as Readable; // the types of the library say less
        stored = { blob: await storeBytes(temporaryStore, bytes, MAX_BYTES), type };
      } else throw new AppError('invalid', 'Send one file, in the field “file”');
    }
    const parsed = importIndex.multipart.safeParse(fields);
    if (!parsed.success) throw invalidInput(parsed.error);
    if (!stored) throw new AppError('invalid', NO_FILE_SELECTED, { fields: { file: NO_FILE_SELECTED } });
    return { sheet: await readSheet(ctx, stored.blob, stored.type), ...parsed.data };
  } finally {
    if (stored) await temporaryStore.remove(stored.blob.key);
  }
}

async function readSheet(ctx: Context, blob: StoredBlob, type: TableType): Promise<IndexSheet> {
  const { temporaryStore, tables } = ctx.documents;
  const table = await tables.read(type, () => temporaryStore.open(blob), { maxRows: MAX_ROWS });
  if ('problem' in table) {
    if (table.problem === 'too-many-rows') throw tooLarge();
    throw new AppError('invalid', 'The file could not be read. Save it as XLSX or CSV.');
  }
  const sheet = await readIndexLines(table.rows, type === 'csv');
  if (!sheet)
    throw new AppError(
      'invalid',
      'There are no columns “Number” and “Name”. Add a header with the names of the columns.',
    );
  if (sheet.lines.length + sheet.problems.length > MAX_INDEX_LINES) throw tooLarge();
  return sheet;
}

const tooLarge = (): AppError =>
  new AppError(
    'too-large',
    `The index has more than ${MAX_INDEX_LINES.toLocaleString('en')} lines. Split it and import the parts.`,
  );

function typeOf({ filename }: MultipartFile): TableType {
  if (/\.csv$/i.test(filename)) return 'csv';
  if (/\.xlsx$/i.test(filename)) return 'xlsx';
  const message = 'Choose an XLSX or CSV file.';
  throw new AppError('invalid', message, { fields: { file: message } });
}
