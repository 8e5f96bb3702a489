import SearchX from 'lucide-react/icons/search-x';
import Square from 'lucide-react/icons/square';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import type { SearchResult } from '#shared/contracts/search.ts';
import { buildFilePath, formatPassageLocation, type Passage } from '#web/features/viewers/passage.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useMediaQuery } from '#web/ui/layout/media-query.ts';
import { type AnswerState, describeModelRequest, UNANSWERED_MESSAGES } from './answer-state.ts';
import { MarkedQuote } from './marked-quote.tsx';
import { hasNoResults, parseAnswer, parseSnippet } from './parse-result.ts';
import { SearchAnswer } from './search-answer.tsx';
import { type SearchSelection, selectFromResult, toPassage } from './search-selection.ts';

interface StreamingAnswerProps {
  streamedText: string;
  onStop: () => void;
}

/** Shows the streamed text of the language model as plain text; links and images in it are not rendered. */
function StreamingAnswer({ streamedText, onStop }: StreamingAnswerProps) {
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
function ModelSources({ answer }: { answer: AnswerState }) {
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

interface SearchResultsProps {
  answer: AnswerState;
  /** Result of the answer. */
  result: SearchResult;
  onStop: () => void;
  onSelect: (selection: SearchSelection) => void;
}

export function SearchResults({ answer: answerState, result, onStop, onSelect }: SearchResultsProps) {
  const { streamedText } = answerState;
  const { documentInfo, citations, relatedDocuments } = result;
  const answer = parseAnswer(result.answer);
  // The streamed text takes the place of the answer meanwhile.
  const isShown = streamedText === undefined;
  const omitIfAnswer = (text: string | undefined) => (isShown && text === answer ? undefined : text);
  // The answer already names its document.
  const others = relatedDocuments.filter(({ fileId }) => fileId !== documentInfo?.fileId);
  const select = (fileId: number) => onSelect(selectFromResult(result, fileId));

  return (
    <div className="flex flex-col gap-4">
      {hasNoResults(result) ? (
        <EmptyState icon={SearchX} title={answer} description="Try other words, or another search method." />
      ) : (
        <section aria-label="Answer" aria-busy={!isShown} className="flex flex-col gap-1">
          <div className="flex flex-col gap-2 px-2">
            {!isShown && <StreamingAnswer streamedText={streamedText} onStop={onStop} />}
            <ModelSources answer={answerState} />
            {isShown && <SearchAnswer result={result} />}
          </div>
          {documentInfo && (
            <FileHit
              onClick={() => select(documentInfo.fileId)}
              name={documentInfo.fileName}
              passage={selectFromResult(result, documentInfo.fileId)}
              excerpt={omitIfAnswer(parseSnippet(documentInfo.location))}
            />
          )}
        </section>
      )}
      {citations.length > 0 && (
        <SearchHitSection title="Citations">
          {citations.map((citation) => (
            <li key={`${citation.fileId}:${citation.start}`}>
              <Link
                data-search-result
                href={buildFilePath(citation.fileId, toPassage(citation))}
                className={HIT_STYLES}
              >
                <SearchHit
                  name={citation.fileName}
                  passage={citation}
                  excerpt={omitIfAnswer(citation.quote) && <MarkedQuote citation={citation} />}
                />
              </Link>
            </li>
          ))}
        </SearchHitSection>
      )}
      {others.length > 0 && (
        <SearchHitSection title="Related documents">
          {others.map(({ fileId, fileName, preview }) => (
            <li key={fileId}>
              <FileHit onClick={() => select(fileId)} name={fileName} excerpt={omitIfAnswer(preview)} />
            </li>
          ))}
        </SearchHitSection>
      )}
    </div>
  );
}

function FileHit({ onClick, ...hit }: ComponentProps<typeof SearchHit> & { onClick: () => void }) {
  return (
    <button data-search-result type="button" className={HIT_STYLES} onClick={onClick}>
      <SearchHit {...hit} />
    </button>
  );
}

function SearchHitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 px-2 font-semibold text-ink-muted text-xs">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

interface SearchHitProps {
  name: string;
  passage?: Passage;
  /** Excerpt of the file's text. */
  excerpt?: ReactNode;
}

/** Renders a search result inside a link or button. */
function SearchHit({ name, passage = {}, excerpt }: SearchHitProps) {
  const place = formatPassageLocation(passage);
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span className="mt-0.5 shrink-0">
        <FileIcon name={name} />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="font-medium wrap-anywhere">
          {name}
          {place !== undefined && <span className="text-ink-muted"> · {place}</span>}
        </span>
        {excerpt !== undefined && (
          <span className="line-clamp-4 text-ink-muted wrap-anywhere">{excerpt}</span>
        )}
      </span>
    </span>
  );
}

/** Classes of the link or button around a search result. */
const HIT_STYLES =
  'block min-h-control w-full rounded-md px-2 py-1.5 text-left outline-offset-[-2px] hover:bg-hover';
