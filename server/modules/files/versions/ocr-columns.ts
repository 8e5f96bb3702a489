/** The columns of a file and of its versions that say how its scans were recognized. */
export const OCR_COLUMNS = ['ocr_state', 'ocr_engine', 'ocr_languages', 'ocr_confidence'] as const;

/** The columns of a file whose content was not read yet. */
export const UNREAD_CONTENT = {
  index_status: 'pending',
  index_reason: null,
  text_blob_key: null,
  document_title: null,
  excerpt: null,
  ocr_state: null,
  ocr_engine: null,
  ocr_languages: null,
  ocr_confidence: null,
} as const;
