import type { DocumentType, ExtractionReason } from '#server/engines/documents/document-engine.ts';
import { UNSUPPORTED_TYPE } from '#shared/domain/messages.ts';

/** Completes the sentence about a file whose content is not what its extension claims. */
const TYPE_NAMES: Record<DocumentType, string> = {
  pdf: 'a PDF',
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  pptx: 'a PowerPoint presentation',
  odt: 'an OpenDocument text',
  ods: 'an OpenDocument spreadsheet',
  odp: 'an OpenDocument presentation',
  doc: 'a Word document',
  xls: 'an Excel workbook',
  ppt: 'a PowerPoint presentation',
  rtf: 'rich text',
  html: 'a web page',
  eml: 'an email',
  msg: 'an email',
  txt: 'text',
  md: 'Markdown text',
  csv: 'CSV text',
  json: 'JSON text',
  xml: 'an XML file',
};

type ReasonWithParameters = Extract<ExtractionReason, { type: unknown } | { count: unknown }>;

const MESSAGES: Record<Exclude<ExtractionReason['code'], ReasonWithParameters['code']>, string> = {
  empty: 'The file is empty.',
  'no-text': 'This file holds no text.',
  'unsupported-type': UNSUPPORTED_TYPE,
  'password-protected': 'This file is protected by a password.',
  'pdf-password-protected': 'This PDF is protected by a password.',
  'pdf-unsupported-protection': 'This PDF is protected in a way that cannot be read.',
  'encrypted-email': 'This email is encrypted.',
  damaged: 'This file is damaged and cannot be read.',
  'pdf-damaged': 'This PDF is damaged and cannot be read.',
  'wrong-format': 'This file is not of the kind that its name says.',
  'not-text': "This file's name says text, but its content is not text.",
  'xml-entities':
    'This file declares XML entities, which no office program does, and is not read for safety.',
  'decompression-bomb': 'This file unpacks to far more than its size suggests and is not read for safety.',
  'too-many-parts': 'This file holds too many parts to be read safely.',
  'nested-too-deeply': 'This file is nested too deeply to be read safely.',
  'out-of-memory': 'This file needs too much memory to be read.',
  'pdf-out-of-memory': 'This PDF needs too much memory to be read.',
  crashed: 'This file stopped the reader and cannot be read.',
  'too-large': 'This file is too large to be read for search.',
  timeout: 'This file takes too long to read and was given up.',
  truncated: 'Only the beginning of this file can be found, since it holds more text than is kept.',
};

/** Tells users of a file whose text the index has no room for. */
export const INDEX_FULL_REASON =
  'This file is found by its name only, since the search index is full. An administrator can enlarge it.';

/** Returns the sentences that tell users why text is missing. They are stored in `files.index_reason`. */
export const describeReasons = (reasons: readonly ExtractionReason[]): string =>
  reasons.map(describeReason).join(' ');

function describeReason(reason: ExtractionReason): string {
  if (reason.code === 'wrong-content')
    return `This file's name says that it is ${TYPE_NAMES[reason.type]}, but its content is not.`;
  if (reason.code === 'pages-not-reached')
    return `Only the first ${reason.reached} of ${reason.count} pages could be read in time.`;
  if (reason.code === 'pages-damaged')
    return `${reason.failed} of ${reason.count} pages ${reason.failed === 1 ? 'is' : 'are'} damaged and could not be read.`;
  return MESSAGES[reason.code];
}
