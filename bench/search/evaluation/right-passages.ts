import { createSentenceReader } from '#server/engines/search/ranking/best-sentence.ts';
import { PermittedView } from '#server/engines/search/retrieval/permitted-view.ts';
import type { IndexedEntry } from '#server/engines/search/storage/indexed-entry.ts';
import type { Dataset } from '../datasets/datasets.ts';
import { buildIndex } from './index-dataset.ts';
import { isSentenceRight } from './judge-answers.ts';

/** The passage in which the answer of a question begins. */
interface RightPassage {
  readonly view: PermittedView;
  readonly question: string;
  readonly entry: IndexedEntry;
  /** Its sentences, at least two, with SENTENCE_FEATURES. */
  readonly sentences: readonly {
    readonly text: string;
    readonly features: readonly number[];
    readonly isRight: boolean;
  }[];
}

/** Lists, for each question whose answer stands in a passage of several sentences, the sentences of that passage. */
export function listRightPassages(dataset: Dataset): RightPassage[] {
  const { index, chunks } = buildIndex(dataset);
  const view = new PermittedView(index, () => true);
  const entries = new Map([...index.entries()].map((entry) => [entry.id, entry]));
  return dataset.questions.flatMap((question): RightPassage[] => {
    const span = question.answer ?? question.spans[0];
    const entry = span && entries.get(span.document);
    if (span === undefined || entry === undefined) return [];
    const position = chunks.findIndex(
      ({ start, end }, at) => at >= entry.firstChunk && start <= span.start && span.start < end,
    );
    const chunk = chunks[position];
    if (chunk === undefined || position >= entry.firstChunk + entry.chunkCount) return [];
    const measured = createSentenceReader(view, question.text).measure(entry, chunk.text);
    if (measured.length < 2) return [];
    const sentences = measured.map(({ start, end, features }) => ({
      text: chunk.text.slice(start, end),
      features,
      isRight: isSentenceRight(question, {
        document: span.document,
        start: chunk.start + start,
        end: chunk.start + end,
      }),
    }));
    return [{ view, question: question.text, entry, sentences }];
  });
}
