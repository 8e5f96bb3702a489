import { formatPassageLocation } from '#web/features/viewers/passage.ts';
import { parseAnswer } from './parse-result.ts';
import { SearchAnswer } from './search-answer.tsx';
import type { SearchSelection } from './search-selection.ts';

/** Shows the search result for the file in the preview. */
export function SearchResultBox({ selection }: { selection: SearchSelection }) {
  const { fileId, result, quote } = selection;
  const isSource = result.documentInfo?.fileId === fileId;
  const place = formatPassageLocation(selection);
  return (
    <section
      aria-label="Search result"
      className="flex flex-col gap-2 rounded-md border border-line bg-sunken p-3"
    >
      <p className="text-ink-muted text-xs wrap-anywhere">{result.query}</p>
      {isSource && <SearchAnswer result={result} />}
      {place !== undefined && <p className="font-medium">{place}</p>}
      {quote !== undefined && !(isSource && quote === parseAnswer(result.answer)) && (
        <blockquote className="border-line-strong border-l-2 pl-3 wrap-anywhere">{quote}</blockquote>
      )}
    </section>
  );
}
