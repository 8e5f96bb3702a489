import { Link } from 'wouter';
import { filePath } from '#web/features/viewers/passage.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type FollowedAnswer, tellAsked, WHY_UNANSWERED } from './answer-state.ts';
import { FINDING, FoundFile } from './search-hit.tsx';

/** Which language model was shown which passages, and why the answer is not its own if it isn't. */
export function AskedPassages({ answer }: { answer: FollowedAnswer }) {
  const { asked, unanswered } = answer;
  return (
    <>
      {unanswered && <Notice tone="info">{WHY_UNANSWERED[unanswered]}</Notice>}
      {asked && (
        <details className="text-ink-muted text-xs">
          <summary className="min-h-control-small cursor-pointer rounded-sm py-1 wrap-anywhere hover:text-ink">
            {tellAsked(answer)}
          </summary>
          <ul aria-label="Passages that the language model was shown">
            {asked.passages.map((passage) => (
              <li key={`${passage.fileId}:${passage.start}`}>
                <Link href={filePath(passage.fileId, passage)} className={FINDING}>
                  <FoundFile name={passage.fileName} passage={passage} excerpt={passage.quote} />
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
