import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { SearchResult } from '#shared/contracts/search.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { formatPercent, parseAnswer } from './parse-result.ts';
import { METHOD_LABELS } from './search-methods.ts';
import { AnswerTable } from './table/answer-table.tsx';

/** Shows the confidence, from 0 to 1, as text, icon and color. */
export function ConfidenceBadge({ confidence }: { confidence: number }) {
  const text = formatPercent(confidence);
  if (confidence > 0.8) {
    return (
      <Badge tone="success" icon={CircleCheck}>
        High confidence: {text}
      </Badge>
    );
  }
  if (confidence > 0.5) {
    return (
      <Badge tone="warning" icon={CircleAlert}>
        Medium confidence: {text}
      </Badge>
    );
  }
  return (
    <Badge tone="danger" icon={TriangleAlert}>
      Low confidence: {text}
    </Badge>
  );
}

/** Shows the answer with its confidence and search method. */
export function SearchAnswer({ result }: { result: SearchResult }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="whitespace-pre-line text-base wrap-anywhere">{parseAnswer(result.answer)}</p>
      {result.table && <AnswerTable table={result.table} />}
      <div className="flex flex-wrap gap-2">
        <ConfidenceBadge confidence={result.confidence} />
        <Badge>Method: {METHOD_LABELS[result.method]}</Badge>
      </div>
    </div>
  );
}
