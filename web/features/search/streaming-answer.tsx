import Square from 'lucide-react/icons/square';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useMediaQuery } from '#web/ui/layout/media-query.ts';

interface StreamingAnswerProps {
  streamedText: string;
  onStop: () => void;
}

/** What a language model is writing. It is text and nothing else: whatever looks like a link or a picture in it is none. */
export function StreamingAnswer({ streamedText, onStop }: StreamingAnswerProps) {
  // Words that come one by one are movement too.
  const prefersReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <div className="flex flex-col gap-2">
      <p className="min-h-[3lh] whitespace-pre-line text-base text-ink-muted italic wrap-anywhere">
        {prefersReducedMotion ? '' : streamedText}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Spinner />
        <Badge tone="warning">Draft, not verified yet</Badge>
        <Button size="small" icon={Square} onClick={onStop} className="ml-auto">
          Stop
        </Button>
      </div>
    </div>
  );
}
