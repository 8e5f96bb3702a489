import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { invalidInput, REQUIRED } from '#server/http/validation.ts';
import { uploadFields, uploadName } from '#shared/contracts/files.ts';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';
import { assertUploadAllowed, commitUpload, discardUpload, storeUpload } from './commit-upload.ts';

type Fields = z.output<typeof uploadFields>;

function parseFields(raw: Record<string, string>): Fields {
  const parsed = uploadFields.safeParse(raw);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

function parseName(part: MultipartFile): string {
  const parsed = uploadName.safeParse(part.filename);
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? 'File name is required';
    throw new AppError('invalid', message, { fields: { file: message } });
  }
  return parsed.data;
}

/**
 * Reads an upload part by part. When the fields precede the file, as in the web app, permissions are checked before a
 * byte is stored; in any order, refused uploads leave nothing stored.
 */
export async function receiveUpload(ctx: Context, request: FastifyRequest): Promise<LoadedFile> {
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
      await assertUploadAllowed(ctx, parseFields(raw).folderId);
      stored = { blob: await storeUpload(ctx, part.file), name };
    }
    if (!stored) throw new AppError('invalid', NO_FILE_SELECTED, { fields: { file: REQUIRED } });
    const fields = parseFields(raw);
    const kept = stored;
    stored = undefined;
    return await commitUpload(ctx, kept.blob, { name: kept.name, ...fields });
  } catch (error) {
    if (stored) await discardUpload(ctx, stored.blob);
    throw error;
  }
}
