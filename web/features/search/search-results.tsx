import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SearchResult } from '#shared/contracts/search.ts';
import { filePath } from '#web/features/viewers/passage.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { AskedPassages } from './model-sources.tsx';
import type { FollowedAnswer } from './answer-state.ts';
import { FINDING, FoundFile } from './search-hit.tsx';
import { isNothingFound, readAnswer, readSnippet } from './parse-result.ts';
import { SearchAnswer } from './search-answer.tsx';
import { type SearchSelection, selectionOf } from './search-selection.ts';
import { WrittenAnswer } from './streaming-answer.tsx';

interface SearchResultsProps {
  answer: FollowedAnswer;
  /** That of the answer. */
  result: SearchResult;
  onStop: () => void;
  onSelect: (selection: SearchSelection) => void;
}

export function SearchResults({ answer: followed, result, onStop, onSelect }: SearchResultsProps) {
  const { written } = followed;
  const { documentInfo, citations, relatedDocuments } = result;
  const answer = readAnswer(result.answer);
  // While a model writes, its words stand in the place of the answer, and what was found is read in its files.
  const isShown = written === undefined;
  const unlessAnswer = (text: string | undefined) => (isShown && text === answer ? undefined : text);
  // The answer names its own document already.
  const others = relatedDocuments.filter(({ fileId }) => fileId !== documentInfo?.fileId);
  const select = (fileId: number) => onSelect(selectionOf(result, fileId));

  return (
    <div className="flex flex-col gap-4">
      {isNothingFound(result) ? (
        <EmptyState icon={SearchX} title={answer} description="Try other words, or another search method." />
      ) : (
        <section aria-label="Answer" aria-busy={!isShown} className="flex flex-col gap-1">
          <div className="flex flex-col gap-2 px-2">
            {!isShown && <WrittenAnswer written={written} onStop={onStop} />}
            <AskedPassages answer={followed} />
            {isShown && <SearchAnswer result={result} />}
          </div>
          {documentInfo && (
            <button type="button" className={FINDING} onClick={() => select(documentInfo.fileId)}>
              <FoundFile
                name={documentInfo.fileName}
                passage={selectionOf(result, documentInfo.fileId)}
                excerpt={unlessAnswer(readSnippet(documentInfo.location))}
              />
            </button>
          )}
        </section>
      )}
      {citations.length > 0 && (
        <Findings title="Citations">
          {citations.map((citation) => (
            <li key={`${citation.fileId}:${citation.start}`}>
              <Link href={filePath(citation.fileId, citation)} className={FINDING}>
                <FoundFile
                  name={citation.fileName}
                  passage={citation}
                  excerpt={unlessAnswer(citation.quote)}
                />
              </Link>
            </li>
          ))}
        </Findings>
      )}
      {others.length > 0 && (
        <Findings title="Related documents">
          {others.map(({ fileId, fileName, preview }) => (
            <li key={fileId}>
              <button type="button" className={FINDING} onClick={() => select(fileId)}>
                <FoundFile name={fileName} excerpt={unlessAnswer(preview)} />
              </button>
            </li>
          ))}
        </Findings>
      )}
    </div>
  );
}

function Findings({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 px-2 font-semibold text-ink-muted text-xs">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}
