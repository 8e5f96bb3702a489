import { z } from 'zod';
import { parseUploadMetadata } from '../domain/upload-metadata.ts';
import type { Endpoint } from './endpoint.ts';
import { fileName, idParams, idText } from './fields/base-fields.ts';
import { uploadFields } from './files.ts';
import { versionFields } from './versions/versions.ts';

/*
 * The tus protocol 1.0 (https://tus.io/protocols/resumable-upload) with its extensions creation, termination
 * and expiration. Parameters and results are in headers.
 */

const bytes = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/, 'Must be a whole number of bytes')
  .transform(Number);

const metadataFields = uploadFields.extend({
  filename: fileName,
  /** The file of which the upload becomes the next version, in its folder and with its permissions. */
  replaces: idText.optional(),
  /** The import of which the upload becomes a source. */
  importId: idText.optional(),
  /** The path of the source in the folder that was chosen; for an archive or a manifest its name. */
  relativePath: z.string().min(1).max(10_000).optional(),
  ...versionFields.shape,
});

/** The fields of the upload form, and the name of the file, as tus sends them. */
const metadata = z
  .string()
  .transform((header, context) => {
    const fields = parseUploadMetadata(header);
    if (fields) return fields as z.input<typeof metadataFields>; // any fields: the next step validates them with their schema
    context.addIssue({
      code: 'custom',
      message: 'Must be comma-separated keys with base64-encoded values (tus)',
    });
    return z.NEVER;
  })
  .pipe(metadataFields);

export const beginUpload = {
  method: 'POST',
  path: '/api/uploads',
  summary:
    'Begin a resumable upload (tus): `Upload-Metadata` has `filename`, `folderId` (empty for the root), `allowDownload`, `placeholderId` of a placeholder that the file replaces and `batch`, ' +
    'or `replaces`, the id of a file that gets a new version, its `note` and `draft`, or `importId` and `relativePath` of a source of an import, each in base64; `Location` is where its bytes go',
  caller: 'user',
  headers: z
    .looseObject({ 'upload-length': bytes, 'upload-metadata': metadata })
    // Sizes are checked at the beginning; concatenation is refused, since each part would pass the limit of the
    // whole.
    .refine(
      (headers) => headers['upload-defer-length'] === undefined && headers['upload-concat'] === undefined,
      {
        error: 'Upload-Defer-Length and Upload-Concat are not supported',
      },
    ),
  result: 'headers',
  status: 201,
} as const satisfies Endpoint;

export const findUpload = {
  method: 'HEAD',
  path: '/api/uploads/:id',
  summary:
    'Progress of your own upload: `Upload-Offset` of `Upload-Length`, `Upload-Expires`, and `Muniment-File`, the id of the created file, with `Muniment-Replaces-Placeholder`, whether it has taken the place of its placeholder',
  caller: 'user',
  params: idParams,
  result: 'headers',
  status: 200,
} as const satisfies Endpoint;

export const appendToUpload = {
  method: 'PATCH',
  path: '/api/uploads/:id',
  summary:
    'Append bytes to your own upload at `Upload-Offset`; bytes received before a lost connection are kept. The last bytes create the file; for a placeholder, `Muniment-Replaces-Placeholder` is then false if it was replaced, moved or removed meanwhile, or the uploader is no longer staff, and the file is a new one beside it',
  caller: 'user',
  params: idParams,
  headers: z.looseObject({ 'upload-offset': bytes }),
  requestMediaType: 'application/offset+octet-stream',
  result: 'headers',
  status: 204,
} as const satisfies Endpoint;

export const cancelUpload = {
  method: 'DELETE',
  path: '/api/uploads/:id',
  summary: 'Cancel your own upload and remove its data; a file already created stays',
  caller: 'user',
  params: idParams,
  result: 'headers',
  status: 204,
} as const satisfies Endpoint;

export const describeUploads = {
  method: 'OPTIONS',
  path: '/api/uploads',
  summary:
    'Supported tus version and extensions (`Tus-Version`, `Tus-Extension`) and the maximum file size (`Tus-Max-Size`)',
  caller: 'user',
  result: 'headers',
  status: 204,
} as const satisfies Endpoint;
