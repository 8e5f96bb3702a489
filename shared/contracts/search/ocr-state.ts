import { z } from 'zod';

const MAX_LANGUAGES = 5;

/** A code of Tesseract, such as `deu` or `chi_sim`. */
const ocrLanguage = z
  .string()
  .regex(/^[a-z]{3,4}(?:_[a-z]{2,8}){0,2}$/i, 'Name a language by its code, such as deu');

export const ocrLanguageCodes = z
  .array(ocrLanguage)
  .max(MAX_LANGUAGES, `Name at most ${MAX_LANGUAGES} languages`);

/** How the text of a file's scanned pages was recognized. */
export const ocr = z.object({
  /** `waiting` until the last page is recognized. */
  state: z.enum(['waiting', 'done', 'low-confidence', 'unreadable']),
  /** `null` before the first page. */
  engine: z.enum(['native', 'wasm']).nullable(),
  languages: z.array(z.string()),
  /** The mean over all words, from 0 to 100; `null` without words. */
  confidence: z.number().min(0).max(100).nullable(),
});
export type Ocr = z.infer<typeof ocr>;
