import { tokenize } from '../analysis/tokenize.ts';
import { InvertedIndex } from '../storage/inverted-index.ts';
import type { Clause } from './access-query.ts';
import { type SearchAnswer, toDocument } from './server-answers.ts';

/** Words beyond it hardly narrow the matches. */
const MAX_TYPED_WORDS = 8;
/** Number of the shortest matching names that are compared. */
const MAX_NAMES = 200;

/**
 * Returns an index of the permitted documents whose names may match what was typed: those that begin with it, then short names.
 */
export async function listNamedDocuments(
  searchOne: (body: object) => Promise<SearchAnswer>,
  permitted: readonly Clause[],
  text: string,
  limit: number,
): Promise<InvertedIndex> {
  const index = new InvertedIndex();
  const typed = tokenize(text)
    .filter(({ kind }) => kind !== 'extra')
    .slice(0, MAX_TYPED_WORDS)
    .map(({ text: word }) => word);
  const last = typed.at(-1);
  if (last === undefined) return index;
  const complete = typed.slice(0, -1);
  // The number is limited: a common beginning has more words than the 1,024 clauses that a query may have.
  const limited = { value: last, rewrite: 'top_terms_boost_1000' };
  const begun = { span_multi: { match: { prefix: { words: limited } } } };
  const atStart = (match: Clause): Clause => ({ span_first: { match, end: 1 } });
  const first = complete[0] === undefined ? begun : { span_term: { words: complete[0] } };
  const { hits } = await searchOne({
    size: Math.max(limit, MAX_NAMES),
    _source: ['version', 'stored'],
    query: {
      bool: {
        filter: [
          ...permitted,
          { term: { kind: 'document' } },
          ...complete.map((word) => ({ term: { words: word } })),
          { prefix: { words: last } },
        ],
        should: [{ constant_score: { filter: atStart(first), boost: 1 } }],
      },
    },
    sort: [{ _score: 'desc' }, { name_length: 'asc' }, { document: 'asc' }],
    track_scores: true,
  });
  for (const { id, version, folderId, ownerId, title, path, language } of hits.hits.map(toDocument)) {
    const builder = index.addDocument(version, { id, location: { folderId, ownerId }, title, path });
    builder.finishPartial({ opening: '', language, furtherStems: [], lengths: { body: 0, headings: 0 } });
    index.publish(builder.entry);
  }
  return index;
}
