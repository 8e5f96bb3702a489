import Square from 'lucide-react/icons/square';
import { Link } from 'wouter';
import { buildFilePath } from '#web/features/viewers/passage.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useMediaQuery } from '#web/ui/layout/media-query.ts';
import { type AnswerState, describeModelRequest, UNANSWERED_MESSAGES } from './answer-state.ts';
import { MarkedQuote } from './marked-quote.tsx';
import { HIT_STYLES, SearchHit } from './search-hit.tsx';
import { toPassage } from './search-selection.ts';

interface StreamingAnswerProps {
  streamedText: string;
  onStop: () => void;
}

/** Shows the streamed text of the language model as plain text; links and images in it are not rendered. */
export function StreamingAnswer({ streamedText, onStop }: StreamingAnswerProps) {
  // Streaming text counts as motion.
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

/** Shows which passages the language model received, and why the answer is not its own if it is not. */
export function ModelSources({ answer }: { answer: AnswerState }) {
  const { modelRequest, unansweredReason } = answer;
  return (
    <>
      {unansweredReason && <Notice tone="info">{UNANSWERED_MESSAGES[unansweredReason]}</Notice>}
      {modelRequest && (
        <details className="text-ink-muted text-xs">
          <summary className="min-h-control-small cursor-pointer rounded-sm py-1 wrap-anywhere hover:text-ink">
            {describeModelRequest(answer)}
          </summary>
          <ul aria-label="Passages that the language model was shown">
            {modelRequest.passages.map((passage) => (
              <li key={`${passage.fileId}:${passage.start}`}>
                <Link href={buildFilePath(passage.fileId, toPassage(passage))} className={HIT_STYLES}>
                  <SearchHit
                    name={passage.fileName}
                    passage={passage}
                    excerpt={<MarkedQuote citation={passage} />}
                  />
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
