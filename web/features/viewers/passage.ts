/** A place in a file that a citation points to, with its words. */
export interface Passage {
  readonly page?: number | undefined;
  readonly sheet?: string | undefined;
  readonly slide?: number | undefined;
  readonly quote?: string | undefined;
}

/** Enough to find a passage again, and short enough for every browser's and proxy's limit on addresses. */
const MAX_QUOTE_LENGTH = 300;
const MAX_SHEET_NAME_LENGTH = 100;

/** The file's page, opened at the passage. */
export function buildFilePath(fileId: number, passage: Passage = {}): string {
  const query = toQuery(passage);
  return query.size > 0 ? `/file/${fileId}?${query}` : `/file/${fileId}`;
}

/** The address of the PDF viewer, which stands in a frame or in a tab of its own. */
export function buildPdfViewerUrl(fileId: number, { page, quote }: Passage, isConverted = false): string {
  const file = [['fileId', String(fileId)], ...(isConverted ? [['as', 'pdf']] : [])];
  return `/pdfjs/viewer.html?${new URLSearchParams([...file, ...toQuery({ page, quote })])}`;
}

/** What the query of a file's page says; whatever is not a place is left out, since anyone can write an address. */
export function parsePassage(search: string): Passage {
  const query = new URLSearchParams(search);
  return {
    page: parsePositiveInteger(query.get('page')),
    sheet: query.get('sheet')?.trim().slice(0, MAX_SHEET_NAME_LENGTH) || undefined,
    slide: parsePositiveInteger(query.get('slide')),
    quote: truncateQuote(query.get('quote') ?? '') || undefined,
  };
}

/** `Page 3`, `Sheet Costs`, `Slide 4`, or nothing for a file without such parts. */
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

/** Cuts at the last space before the limit, never inside a character. */
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
