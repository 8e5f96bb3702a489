import type { Context, Services } from '#server/app/context.ts';
import { hasForeseenChanges } from '#server/authorization/drafts/foreseen.ts';
import { answerQuestion } from '#server/modules/search/answer-question.ts';
import type { SearchResult } from '#shared/contracts/search.ts';
import { NO_ANSWER_FOUND } from '#shared/domain/messages.ts';
import type { CheckRow } from './check-queries.ts';
import { listAnsweringDocuments, listAskedDocuments } from './document-queries.ts';
import { insertFindings, type NewFinding } from './finding-queries.ts';
import { createValueHash } from './hash-value.ts';
import { viewsOf } from './reach-views.ts';
import { listQuestions } from './settings-queries.ts';

/** Passages that the search returns for a question; a document counts once. */
const MAX_PASSAGES = 20;
const MAX_DOCUMENTS = 5;

interface AskedQuestion {
  readonly question: string;
  /** The number of documents that answer it. */
  readonly documents: number;
}

/** Asks the questions of the room as the group, and stores the passages that answer them as findings. */
export async function askQuestions(
  services: Services,
  group: Context,
  check: CheckRow,
  signal: AbortSignal,
): Promise<AskedQuestion[]> {
  const hash = createValueHash(services);
  const { preview: _, ...present } = group;
  // What is only added by drafts is found in the view with them.
  const views = (await hasForeseenChanges(services.db, group))
    ? viewsOf(group).covered.map(({ preview }): Context => ({ ...present, ...(preview && { preview }) }))
    : [group];
  // Documents that the group reads without the drafts would take the place of what these show.
  const withinFileIds =
    check.selection_hash === null ? undefined : await listAskedDocuments(services.db, check.id);
  const asked: AskedQuestion[] = [];
  for (const question of await listQuestions(services.db, check.room_id)) {
    signal.throwIfAborted();
    const cited: SearchResult['citations'] = [];
    for (const view of views) {
      const { result } = await answerQuestion(view, {
        query: question,
        limit: MAX_PASSAGES,
        withinFileIds,
      });
      if (result.answer !== NO_ANSWER_FOUND) cited.push(...result.citations);
    }
    const firstOfEach = cited.filter(
      ({ fileId }, at) => cited.findIndex((other) => other.fileId === fileId) === at,
    );
    const covered = await listAnsweringDocuments(
      services.db,
      check.id,
      firstOfEach.map(({ fileId }) => fileId),
    );
    const answering = firstOfEach.filter(({ fileId }) => covered.has(fileId)).slice(0, MAX_DOCUMENTS);
    const found = answering.flatMap((citation): NewFinding[] => {
      const document = covered.get(citation.fileId);
      if (!document) return [];
      const { start, end } = citation.sentence ?? citation;
      return [
        {
          check_id: check.id,
          file_id: citation.fileId,
          version: document.version,
          kind: 'answer',
          page: citation.page ?? citation.slide ?? null,
          // A file without text answers by its name, which is not a place in its text.
          ...(end > start ? { span_start: start, span_end: end } : { span_start: null, span_end: null }),
          value_hash: hash('answer', question),
          question,
          is_new: document.is_new,
        },
      ];
    });
    await insertFindings(services.db, found);
    asked.push({ question, documents: found.length });
  }
  return asked;
}
