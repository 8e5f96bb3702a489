import { checkOfficePackage } from '#web/lib/documents/check-office-package.ts';
import { findRow } from './find-row.ts';
import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import type { ReadCell, Sheet, Workbook } from './sheet.ts';

export type SheetRequest =
  | { request: 'open'; bytes: ArrayBuffer; isText: boolean }
  | { request: 'rows'; sheet: number; first: number; end: number }
  | { request: 'find'; sheet: number; quote: string };

let opened: { sheet: Sheet; read: ReadCell }[] = [];

addEventListener(
  'message',
  ({ data: { id, question } }: MessageEvent<{ id: number; question: SheetRequest }>) => {
    postMessage({ id, answer: handleRequest(question) });
  },
);

// Answers no request: the page tells by it a crash over a file from code that could not be loaded.
postMessage({ id: 0, answer: 'ready' });

function handleRequest(question: SheetRequest): unknown {
  if (question.request === 'open') return openWorkbook(question);
  const table = opened[question.sheet];
  if (!table) return null;
  const { sheet, read } = table;
  if (question.request === 'find') return findRow(sheet, read, question.quote);
  return Array.from({ length: Math.min(question.end, sheet.rows) - question.first }, (_, index) =>
    Array.from({ length: sheet.columns }, (__, column) => read(question.first + index, column) ?? ''),
  );
}

function openWorkbook({ bytes, isText }: { bytes: ArrayBuffer; isText: boolean }): Workbook {
  if (bytes.byteLength === 0) return { failure: 'empty' };
  const isPackage = bytes.byteLength > 4 && new DataView(bytes).getUint32(0) === 0x504b0304;
  const packageError = !isText && isPackage ? checkOfficePackage(bytes) : null;
  if (packageError) return { failure: packageError };
  try {
    opened = isText ? readCsv(bytes) : readWorkbook(bytes);
  } catch (error) {
    return { failure: /password|encrypt/i.test(String(error)) ? 'protected' : 'damaged' };
  }
  const sheets = opened.map(({ sheet }) => sheet);
  return sheets.some(({ rows }) => rows > 0) ? { sheets } : { failure: 'empty' };
}
