import type { SearchResult } from '#shared/contracts/search.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { ConfidenceBadge } from './confidence-badge.tsx';
import { parseAnswer } from './parse-result.ts';
import { METHOD_LABELS } from './search-methods.ts';

/** The answer, how sure it is and how it was found. */
export function SearchAnswer({ result }: { result: SearchResult }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="whitespace-pre-line text-base wrap-anywhere">{parseAnswer(result.answer)}</p>
      <div className="flex flex-wrap gap-2">
        <ConfidenceBadge confidence={result.confidence} />
        <Badge>Method: {METHOD_LABELS[result.method]}</Badge>
      </div>
    </div>
  );
}
