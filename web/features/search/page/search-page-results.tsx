import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'wouter';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';
import { NO_ANSWER_FOUND } from '#shared/domain/messages.ts';
import { buildFilePath } from '#web/features/viewers/passage.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { AnswerState } from '../answer-state.ts';
import { MarkedQuote } from '../marked-quote.tsx';
import { ModelSources, StreamingAnswer } from '../model-answer.tsx';
import { hasNoResults, parseAnswer } from '../parse-result.ts';
import { ConfidenceBadge } from '../search-answer.tsx';
import { HIT_STYLES, SearchHit, SearchHitSection } from '../search-hit.tsx';
import { METHOD_LABELS } from '../search-methods.ts';
import { toPassage } from '../search-selection.ts';
import { shortenRules } from '../shorten-rules.ts';
import { AnswerTable } from '../table/answer-table.tsx';
import { AnswerText } from './answer-text.tsx';
import { CopyAnswer } from './copy-answer.tsx';
import { SourceCard } from './source-card.tsx';

/** Below it an answer is announced as a possible one. */
const MIN_LIKELY_CONFIDENCE = 0.5;

interface SearchPageResultsProps {
  answer: AnswerState;
  result: SearchResult;
  isFiltered: boolean;
  onStop: () => void;
}

/** The answer with its source first; what else was found comes below. */
export function SearchPageResults({ answer, result, isFiltered, onStop }: SearchPageResultsProps) {
  const { citations, relatedDocuments } = result;
  const [source, ...others] = citations;
  if (hasNoResults(result)) {
    const advice = isFiltered
      ? 'Try other words, or fewer filters.'
      : 'Try other words, or another search method.';
    return <EmptyState icon={SearchX} title={NO_ANSWER_FOUND} description={advice} />;
  }
  const isUnanswered = parseAnswer(result.answer) === NO_ANSWER_FOUND;
  const related = relatedDocuments.filter(({ fileId }) => fileId !== source?.fileId || isUnanswered);
  return (
    <div className="flex flex-col gap-6">
      <AnswerHero {...{ answer, result, isUnanswered, onStop }} />
      {source && !isUnanswered && (
        <section aria-label="Source">
          <SourceCard citation={source} />
        </section>
      )}
      {isUnanswered ? (
        <Passages title="Closest passages" citations={citations} />
      ) : (
        others.length > 0 && (
          <details>
            <summary
              data-search-result
              className="min-h-control-small w-fit cursor-pointer rounded-sm px-2 py-1 font-medium text-ink-muted hover:text-ink"
            >
              Other passages ({others.length})
            </summary>
            <Passages title="Other passages" citations={others} isTitleHidden />
          </details>
        )
      )}
      {related.length > 0 && !isUnanswered && (
        <SearchHitSection title="Related documents">
          {related.map(({ fileId, fileName, preview }) => (
            <li key={fileId}>
              <Link data-search-result href={buildFilePath(fileId)} className={HIT_STYLES}>
                <SearchHit name={fileName} excerpt={shortenRules(preview)} />
              </Link>
            </li>
          ))}
        </SearchHitSection>
      )}
    </div>
  );
}

interface AnswerHeroProps extends Omit<SearchPageResultsProps, 'isFiltered'> {
  isUnanswered: boolean;
}

function AnswerHero({ answer, result, isUnanswered, onStop }: AnswerHeroProps) {
  const { streamedText } = answer;
  const isPossible = !isUnanswered && result.confidence < MIN_LIKELY_CONFIDENCE;
  return (
    <section aria-label="Answer" aria-busy={streamedText !== undefined} className="flex flex-col gap-3">
      {streamedText !== undefined && <StreamingAnswer streamedText={streamedText} onStop={onStop} />}
      {streamedText === undefined && (
        <>
          {isUnanswered && <h2 className="font-semibold text-lg">{NO_ANSWER_FOUND}</h2>}
          {!isUnanswered && !isPossible && <h2 className="sr-only">Answer</h2>}
          {isPossible && <h2 className="font-semibold text-lg">Possible match: check the source</h2>}
          {!isUnanswered && <AnswerText question={result.query} answer={parseAnswer(result.answer)} />}
          {!isUnanswered && result.table && <AnswerTable table={result.table} />}
          {!isUnanswered && (
            <div className="flex flex-wrap items-center gap-2">
              <ConfidenceBadge confidence={result.confidence} />
              <Badge>Method: {METHOD_LABELS[result.method]}</Badge>
              <CopyAnswer answer={answer} />
            </div>
          )}
        </>
      )}
      <ModelSources answer={answer} />
    </section>
  );
}

interface PassagesProps {
  title: string;
  citations: readonly Citation[];
  isTitleHidden?: boolean;
}

function Passages({ title, citations, isTitleHidden = false }: PassagesProps) {
  return (
    <SearchHitSection title={title} isTitleHidden={isTitleHidden}>
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
              excerpt={<MarkedQuote citation={citation} />}
            />
          </Link>
        </li>
      ))}
    </SearchHitSection>
  );
}
