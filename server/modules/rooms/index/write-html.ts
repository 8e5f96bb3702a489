import { Readable } from 'node:stream';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { cellsOf, headings } from './index-cells.ts';
import type { IndexLine } from './list-index.ts';

const BATCH_LINES = 100;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Runs nothing and loads nothing, also when the file is opened from a disk. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLES =
  'body{font:14px/1.5 sans-serif;margin:2rem;color:#111}table{border-collapse:collapse;width:100%}' +
  'th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ddd;overflow-wrap:anywhere}' +
  'td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums}tr.withdrawn{color:#666;text-decoration:line-through}' +
  'tr.folder{font-weight:600}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}td,th{border-color:#333}}';

interface Page {
  readonly title: string;
  /** The day of the export. */
  readonly day: string;
  readonly isStaff: boolean;
}

/** Writes an index as one page without scripts and references. */
export function createHtmlStream(lines: readonly IndexLine[], page: Page): Readable {
  return Readable.from(writeHtml(lines, page), { objectMode: false });
}

async function* writeHtml(
  lines: readonly IndexLine[],
  { title, day, isStaff }: Page,
): AsyncGenerator<string> {
  const pause = createEventLoopYield();
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag.split(' ')[0]}>`).join('');
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLES}</style></head>` +
    `<body><h1>${escapeHtml(title)}</h1><p>${day}</p><table><thead><tr>${cells('th scope="col"', headings(isStaff))}</tr></thead><tbody>\n`;
  for (let at = 0; at < lines.length; at += BATCH_LINES) {
    yield lines
      .slice(at, at + BATCH_LINES)
      .map((line) => `<tr class="${line.kind}">${cells('td', cellsOf(line, isStaff))}</tr>\n`)
      .join('');
    await pause();
  }
  yield '</tbody></table></body></html>\n';
}
