import { Link } from 'wouter';
import { buildFilePath } from '#web/features/viewers/passage.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type AnswerState, describeModelRequest, UNANSWERED_MESSAGES } from './answer-state.ts';
import { HIT_STYLES, SearchHit } from './search-hit.tsx';

/** Which language model was shown which passages, and why the answer is not its own if it isn't. */
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
                <Link href={buildFilePath(passage.fileId, passage)} className={HIT_STYLES}>
                  <SearchHit name={passage.fileName} passage={passage} excerpt={passage.quote} />
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
