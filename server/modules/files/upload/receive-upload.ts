import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { assertPlaceholderIn } from '#server/authorization/placeholders/load-placeholder.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { parseInput, REQUIRED } from '#server/http/validation.ts';
import { uploadFields, uploadName } from '#shared/contracts/files.ts';
import { versionFields } from '#shared/contracts/versions/versions.ts';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';
import { discardBytes } from '../store-bytes.ts';
import { type CommittedVersion, commitVersion } from '../versions/commit-version.ts';
import { assertUploadAllowed } from './admit-upload.ts';
import { type CommittedFile, commitUpload } from './commit-upload.ts';
import { storeUpload } from './store-upload.ts';

/** Decides about the bytes of a form. */
interface Receiver<Fields, Result> {
  /** A limit below that of files. */
  readonly maxBytes?: number;
  parse(raw: Record<string, string>): Fields;
  assertAllowed(fields: Fields): Promise<void>;
  commit(blob: StoredBlob, name: string, fields: Fields): Promise<Result>;
}

const FORM_ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * Decodes the three characters that browsers escape in names of a form, and nothing else (HTML, "multipart/form-data encoding
 * algorithm").
 */
const decodeFormName = (name: string): string =>
  name.replace(/%22|%0D|%0A/g, (sent) => FORM_ESCAPES[sent] ?? sent);

function parseName(part: MultipartFile): string {
  const parsed = uploadName.safeParse(decodeFormName(part.filename));
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? 'File name is required';
    throw new AppError('invalid', message, { fields: { file: message } });
  }
  return parsed.data;
}

/** Receives a file as multipart form data. */
export const receiveUpload = (ctx: Context, request: FastifyRequest): Promise<CommittedFile> =>
  receiveForm(ctx, request, {
    parse: (raw) => parseInput(uploadFields, raw),
    assertAllowed: async (fields) => {
      await assertUploadAllowed(ctx, fields);
      await assertPlaceholderIn(ctx, fields.placeholderId, fields.folderId);
    },
    commit: (blob, name, fields) => commitUpload(ctx, blob, { name, ...fields }),
  });

/** Receives the next version of a file as multipart form data. */
export const receiveVersion = (
  ctx: Context,
  fileId: number,
  request: FastifyRequest,
): Promise<CommittedVersion> =>
  receiveForm(ctx, request, {
    parse: (raw) => parseInput(versionFields, raw),
    assertAllowed: () => assertUploadAllowed(ctx, { replaces: fileId }),
    commit: (blob, name, { note, draft }) => commitVersion(ctx, blob, { fileId, name, note, isDraft: draft }),
  });

/**
 * Reads an upload part by part. When the fields precede the file, as in the web app, permissions are checked before a
 * byte is stored; in any order, refused uploads leave nothing stored.
 */
export async function receiveForm<Fields, Result>(
  ctx: Context,
  request: FastifyRequest,
  { maxBytes, parse, assertAllowed, commit }: Receiver<Fields, Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported-type', 'Send the file as multipart/form-data');
  }
  const raw: Record<string, string> = {};
  let stored: { blob: StoredBlob; name: string } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        raw[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== 'file' || stored) {
        const message = 'Send one file, in the field “file”';
        throw new AppError('invalid', message, { fields: { [part.fieldname]: message } });
      }
      const name = parseName(part);
      await assertAllowed(parse(raw));
      // Node copies what arrives into buffers of its own, and the parser keeps nothing but a beginning of the boundary.
      stored = { blob: await storeUpload(ctx, part.file, { freesChunks: true, maxBytes }), name };
    }
    if (!stored) throw new AppError('invalid', NO_FILE_SELECTED, { fields: { file: REQUIRED } });
    const fields = parse(raw);
    const kept = stored;
    stored = undefined;
    return await commit(kept.blob, kept.name, fields);
  } catch (error) {
    if (stored) await discardBytes(ctx, stored.blob, error);
    throw error;
  }
}
