import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'wouter';
import type { SearchResult } from '#shared/contracts/search.ts';
import { buildFilePath } from '#web/features/viewers/passage.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { AnswerState } from './answer-state.ts';
import { MarkedQuote } from './marked-quote.tsx';
import { ModelSources, StreamingAnswer } from './model-answer.tsx';
import { hasNoResults, parseAnswer, parseSnippet } from './parse-result.ts';
import { SearchAnswer } from './search-answer.tsx';
import { FileHit, HIT_STYLES, SearchHit, SearchHitSection } from './search-hit.tsx';
import { type SearchSelection, selectFromResult, toPassage } from './search-selection.ts';
import { shortenRules } from './shorten-rules.ts';

interface SearchResultsProps {
  answer: AnswerState;
  /** Result of the answer. */
  result: SearchResult;
  onStop: () => void;
  onSelect: (selection: SearchSelection) => void;
}

/** Returns a text unless the answer shown says the same. */
type OmitIfAnswer = (text: string | undefined) => string | undefined;

export function SearchResults({ answer: answerState, result, onStop, onSelect }: SearchResultsProps) {
  const { documentInfo, citations, relatedDocuments } = result;
  const answer = parseAnswer(result.answer);
  // The streamed text takes the place of the answer meanwhile.
  const isShown = answerState.streamedText === undefined;
  const omitIfAnswer: OmitIfAnswer = (text) => (isShown && text === answer ? undefined : text);
  // The answer already names its document.
  const others = relatedDocuments.filter(({ fileId }) => fileId !== documentInfo?.fileId);
  const select = (fileId: number) => onSelect(selectFromResult(result, fileId));

  return (
    <div className="flex flex-col gap-4">
      {hasNoResults(result) ? (
        <EmptyState icon={SearchX} title={answer} description="Try other words, or another search method." />
      ) : (
        <AnswerSection {...{ answerState, result, onStop, omitIfAnswer }} onSelect={select} />
      )}
      {citations.length > 0 && <Citations {...{ citations, omitIfAnswer }} />}
      {others.length > 0 && (
        <SearchHitSection title="Related documents">
          {others.map(({ fileId, fileName, preview }) => (
            <li key={fileId}>
              <FileHit
                onClick={() => select(fileId)}
                name={fileName}
                excerpt={omitIfAnswer(preview) && shortenRules(preview)}
              />
            </li>
          ))}
        </SearchHitSection>
      )}
    </div>
  );
}

interface AnswerSectionProps {
  answerState: AnswerState;
  result: SearchResult;
  onStop: () => void;
  omitIfAnswer: OmitIfAnswer;
  onSelect: (fileId: number) => void;
}

/** The answer, or what the model has written of it, and the document that it comes from. */
function AnswerSection({ answerState, result, onStop, omitIfAnswer, onSelect }: AnswerSectionProps) {
  const { streamedText } = answerState;
  const { documentInfo, citations } = result;
  const isShown = streamedText === undefined;
  return (
    <section aria-label="Answer" aria-busy={!isShown} className="flex flex-col gap-1">
      <div className="flex flex-col gap-2 px-2">
        {!isShown && <StreamingAnswer streamedText={streamedText} onStop={onStop} />}
        <ModelSources answer={answerState} />
        {isShown && <SearchAnswer result={result} />}
      </div>
      {documentInfo && (
        <FileHit
          onClick={() => onSelect(documentInfo.fileId)}
          name={documentInfo.fileName}
          passage={selectFromResult(result, documentInfo.fileId)}
          // A citation shows the same passage with its context.
          excerpt={
            isShown && citations.length > 0 ? undefined : omitIfAnswer(parseSnippet(documentInfo.location))
          }
        />
      )}
    </section>
  );
}

interface CitationsProps {
  citations: SearchResult['citations'];
  omitIfAnswer: OmitIfAnswer;
}

function Citations({ citations, omitIfAnswer }: CitationsProps) {
  return (
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
  );
}
