/** A place in a file that a citation points to, with its words. */
export interface Passage {
  readonly page?: number | undefined;
  readonly sheet?: string | undefined;
  readonly slide?: number | undefined;
  readonly quote?: string | undefined;
}

/** Enough to find a passage again, and short enough for every browser's and proxy's limit on addresses. */
const LONGEST_QUOTE = 300;
const LONGEST_SHEET = 100;

/** The file's page, opened at the passage. */
export function filePath(fileId: number, passage: Passage = {}): string {
  const query = queryOf(passage);
  return query.size > 0 ? `/file/${fileId}?${query}` : `/file/${fileId}`;
}

/** The address of the PDF viewer, which stands in a frame or in a tab of its own. */
export function pdfViewerPath(fileId: number, { page, quote }: Passage, isConverted = false): string {
  const file = [['fileId', String(fileId)], ...(isConverted ? [['as', 'pdf']] : [])];
  return `/pdfjs/viewer.html?${new URLSearchParams([...file, ...queryOf({ page, quote })])}`;
}

/** What the query of a file's page says; whatever is not a place is left out, since anyone can write an address. */
export function readPassage(search: string): Passage {
  const query = new URLSearchParams(search);
  return {
    page: readNumber(query.get('page')),
    sheet: query.get('sheet')?.trim().slice(0, LONGEST_SHEET) || undefined,
    slide: readNumber(query.get('slide')),
    quote: cutQuote(query.get('quote') ?? '') || undefined,
  };
}

/** `Page 3`, `Sheet Costs`, `Slide 4`, or nothing for a file without such parts. */
export function placeOf({ page, sheet, slide }: Passage): string | undefined {
  if (page !== undefined) return `Page ${page}`;
  if (sheet !== undefined) return `Sheet ${sheet}`;
  return slide === undefined ? undefined : `Slide ${slide}`;
}

function queryOf({ page, sheet, slide, quote = '' }: Passage): URLSearchParams {
  const fields = { page, sheet, slide, quote: cutQuote(quote) || undefined };
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Cuts at the last space before the limit, never inside a character. */
function cutQuote(quote: string): string {
  const text = quote.trim();
  if (text.length <= LONGEST_QUOTE) return text;
  const space = text.lastIndexOf(' ', LONGEST_QUOTE);
  const cut = text.slice(0, space > LONGEST_QUOTE / 2 ? space : LONGEST_QUOTE);
  return cut.replace(/[\ud800-\udbff]$/, '').trimEnd();
}

function readNumber(value: string | null): number | undefined {
  return value !== null && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : undefined;
}
