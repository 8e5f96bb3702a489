import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { idParams } from '../fields/base-fields.ts';
import { ocrLanguageCodes } from './ocr-state.ts';

export const recognizeFile = {
  method: 'POST',
  path: '/api/files/:id/ocr',
  summary:
    'Recognize the scanned pages of a file again, in these languages or in those that they are in; for members. 409 while its text is being read',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ languages: z.union([ocrLanguageCodes.min(1), z.literal('auto')]) }),
  result: z.object({ success: z.literal(true) }),
  status: 202,
} as const satisfies Endpoint;

const languages = z.array(z.string());

export const listOcrLanguages = {
  method: 'GET',
  path: '/api/ocr/languages',
  summary: 'The languages in which scans can be recognized, as codes of Tesseract; empty if OCR is off',
  caller: 'user',
  result: z.object({ languages }),
} as const satisfies Endpoint;

const ocrStatus = z.object({
  /** `wasm` without an installed Tesseract that can run in the sandbox. */
  engine: z.enum(['native', 'wasm', 'off']),
  languages,
  /** Files in `DATA_DIR/ocr` of this node that are not valid language data. */
  damaged: languages,
  /** Files whose pages wait, are being recognized, or could not be after three attempts. */
  waiting: z.int().nonnegative(),
  running: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  /** The speed of this node in the last ten minutes; `null` if it recognized none. */
  pagesPerMinute: z.number().nonnegative().nullable(),
});
export type OcrStatus = z.infer<typeof ocrStatus>;

export const getOcrStatus = {
  method: 'GET',
  path: '/api/admin/ocr',
  summary: 'The engine that recognizes scans, its languages, and how much waits for it',
  caller: 'administrator',
  result: ocrStatus,
} as const satisfies Endpoint;
