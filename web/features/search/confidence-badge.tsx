import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Badge } from '#web/ui/display/badge.tsx';
import { formatPercent } from './parse-result.ts';

/** How sure an answer is, from 0 to 1, in words, a sign and a colour. */
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
