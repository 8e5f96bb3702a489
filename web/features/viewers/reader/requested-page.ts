/** Returns the page that was typed, at most the last one; undefined if the text is no page number. */
export function parseRequestedPage(text: string, count: number): number | undefined {
  const digits = /^\s*(\d+)\s*$/.exec(text)?.[1];
  const page = Number(digits);
  return page >= 1 ? Math.min(count, page) : undefined;
}
