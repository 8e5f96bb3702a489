const MAX_RANGES = 10;

/** What is said of pages that are pictures; `what` ends the sentence. A lone picture is its only page. */
export function describeImagePages(pages: readonly number[], isPicture: boolean, what: string): string {
  if (isPicture) return `This is a picture, and its words ${what}.`;
  if (pages.length === 1) return `Page ${pages[0]} is a picture, and its words ${what}.`;
  return `Pages ${formatPageRanges(pages)} are pictures, and their words ${what}.`;
}

/** '2, 5–7' of ascending numbers. */
function formatPageRanges(pages: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && last.to === page - 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  const shown = ranges
    .slice(0, MAX_RANGES)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  return shown.join(', ') + (ranges.length > MAX_RANGES ? ' and more' : '');
}
