/** Place in a file that a citation points to, with its quote. */
export interface Passage {
  readonly page?: number | undefined;
  readonly sheet?: string | undefined;
  readonly slide?: number | undefined;
  readonly quote?: string | undefined;
}

/** Maximum quote length: enough to find the passage, short enough for the URL limits of browsers and proxies. */
const MAX_QUOTE_LENGTH = 300;
const MAX_SHEET_NAME_LENGTH = 100;

/** Builds the URL of the file's page at the passage. */
export function buildFilePath(fileId: number, passage: Passage = {}): string {
  const query = toQuery(passage);
  return query.size > 0 ? `/file/${fileId}?${query}` : `/file/${fileId}`;
}

/** Builds the URL of the PDF viewer in a tab of its own. */
export function buildPdfViewerUrl(fileId: number, { page, quote }: Passage): string {
  const query = [['fileId', String(fileId)], ...toQuery({ page, quote })];
  return `/pdfjs/viewer.html?${new URLSearchParams(query)}`;
}

/** Parses the passage in the query of a file's page; invalid values are ignored, since anyone can write a URL. */
export function parsePassage(search: string): Passage {
  const query = new URLSearchParams(search);
  return {
    page: parsePositiveInteger(query.get('page')),
    sheet: query.get('sheet')?.trim().slice(0, MAX_SHEET_NAME_LENGTH) || undefined,
    slide: parsePositiveInteger(query.get('slide')),
    quote: truncateQuote(query.get('quote') ?? '') || undefined,
  };
}

/** Formats the place as `Page 3`, `Sheet Costs` or `Slide 4`; undefined for files without such parts. */
export function formatPassageLocation({ page, sheet, slide }: Passage): string | undefined {
  if (page !== undefined) return `Page ${page}`;
  if (sheet !== undefined) return `Sheet ${sheet}`;
  return slide === undefined ? undefined : `Slide ${slide}`;
}

function toQuery({ page, sheet, slide, quote = '' }: Passage): URLSearchParams {
  const fields = { page, sheet, slide, quote: truncateQuote(quote) || undefined };
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Truncates at the last space before the limit, never inside a character. */
function truncateQuote(quote: string): string {
  const text = quote.trim();
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  const space = text.lastIndexOf(' ', MAX_QUOTE_LENGTH);
  const cut = text.slice(0, space > MAX_QUOTE_LENGTH / 2 ? space : MAX_QUOTE_LENGTH);
  return cut.replace(/[\ud800-\udbff]$/, '').trimEnd();
}

function parsePositiveInteger(value: string | null): number | undefined {
  return value !== null && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : undefined;
}
