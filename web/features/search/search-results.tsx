import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SearchResult } from '#shared/contracts/search.ts';
import { buildFilePath } from '#web/features/viewers/passage.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { AnswerState } from './answer-state.ts';
import { ModelSources } from './model-sources.tsx';
import { hasNoResults, parseAnswer, parseSnippet } from './parse-result.ts';
import { SearchAnswer } from './search-answer.tsx';
import { HIT_STYLES, SearchHit } from './search-hit.tsx';
import { type SearchSelection, selectFromResult } from './search-selection.ts';
import { StreamingAnswer } from './streaming-answer.tsx';

interface SearchResultsProps {
  answer: AnswerState;
  /** That of the answer. */
  result: SearchResult;
  onStop: () => void;
  onSelect: (selection: SearchSelection) => void;
}

export function SearchResults({ answer: answerState, result, onStop, onSelect }: SearchResultsProps) {
  const { streamedText } = answerState;
  const { documentInfo, citations, relatedDocuments } = result;
  const answer = parseAnswer(result.answer);
  // While a model writes, its words stand in the place of the answer, and what was found is read in its files.
  const isShown = streamedText === undefined;
  const omitIfAnswer = (text: string | undefined) => (isShown && text === answer ? undefined : text);
  // The answer names its own document already.
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
            <button type="button" className={HIT_STYLES} onClick={() => select(documentInfo.fileId)}>
              <SearchHit
                name={documentInfo.fileName}
                passage={selectFromResult(result, documentInfo.fileId)}
                excerpt={omitIfAnswer(parseSnippet(documentInfo.location))}
              />
            </button>
          )}
        </section>
      )}
      {citations.length > 0 && (
        <SearchHitSection title="Citations">
          {citations.map((citation) => (
            <li key={`${citation.fileId}:${citation.start}`}>
              <Link href={buildFilePath(citation.fileId, citation)} className={HIT_STYLES}>
                <SearchHit
                  name={citation.fileName}
                  passage={citation}
                  excerpt={omitIfAnswer(citation.quote)}
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
              <button type="button" className={HIT_STYLES} onClick={() => select(fileId)}>
                <SearchHit name={fileName} excerpt={omitIfAnswer(preview)} />
              </button>
            </li>
          ))}
        </SearchHitSection>
      )}
    </div>
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
