import { anyOf, type Clause } from './access-query.ts';
import type { TermCounts } from './count-terms.ts';
import { DOCUMENT_SCRIPT, PASSAGE_SCRIPT } from './score-scripts.ts';
import type { DocumentHit } from './server-answers.ts';
import type { ServerTerms } from './weigh-terms.ts';

/** Documents that are ranked further; of the built-in index, as many windows of passages are. */
const MAX_DOCUMENTS = 200;
/** Passages that are ranked further: with many short documents, whose passages share a window, up to those scored exactly. */
const [MIN_PASSAGES, EXACT_WINDOW] = [400, 1_000];
const PASSAGES_OF_SHORT_DOCUMENT = 5;
/** Passages that are read beside the ranked ones: of short documents together, and of each long one. */
const [MAX_SHORT_PASSAGES, MAX_FURTHER] = [1_000, 60];
const SOURCES = { document: ['version', 'stored'], passage: ['document', 'version', 'position', 'stored'] };
/**
 * Begins the name of a clause that says that the text of a document contains a stem; a name ends with the place of its scope, if
 * any.
 */
export const FOUND = 'found ';

const ofKind = (kind: 'document' | 'passage'): Clause => ({ term: { kind } });

/** Asks for terms, for those that are limited to folders in these alone. */
function limitToScopes(
  { terms, scopes }: ServerTerms,
  clausesOf: (term: ServerTerms['terms'][number]) => Clause[],
): Clause[] {
  return [...Map.groupBy(terms, ({ scope }) => scope)].flatMap(([scope, limited]) => {
    const clauses = limited.flatMap(clausesOf);
    if (scope === undefined) return clauses;
    const filter = [{ terms: { folder: scopes[scope] } }];
    return { bool: { filter, should: clauses, minimum_should_match: 1 } };
  });
}

/**
 * Leaves out the matches of terms that are limited to other folders: the server names a matching clause whatever is around it.
 */
export const withinScopes =
  ({ scopes }: ServerTerms) =>
  (document: DocumentHit): DocumentHit => {
    const { folderId } = document;
    const isWithin = (name: string) => {
      const scope = name.split(' ')[2];
      return scope === undefined || (folderId !== null && scopes[Number(scope)]?.includes(folderId) === true);
    };
    return { ...document, matched: document.matched.filter(isWithin) };
  };

/** Parameters of the scripts; the folders as keys. */
const toParams = ({ terms, scopes }: ServerTerms) => ({
  terms,
  scopes: scopes.map((folderIds) => Object.fromEntries(folderIds.map((id) => [id, true]))),
});

/** Scores are halved as in the exact formula, in which the document's score is added. */
const inPassage = (terms: ServerTerms): Clause[] =>
  limitToScopes(terms, ({ tokens, passage }) =>
    tokens.flatMap((token): Clause[] => [
      { term: { body: { value: token, boost: passage / 2 } } },
      { term: { headings: { value: token, boost: passage / 2 } } },
    ]),
  );

/** Asks for the documents, once each, that match all filters. */
export const phrasesQuery = (filters: readonly Clause[]): object => ({
  size: MAX_DOCUMENTS,
  _source: ['document'],
  query: { bool: { filter: filters } },
  collapse: { field: 'document' },
});

/** Asks for the passages of a document that match. */
export const matchingPassagesQuery = (
  permitted: readonly Clause[],
  terms: ServerTerms,
  { id }: DocumentHit,
): object => ({
  size: MAX_FURTHER,
  _source: SOURCES.passage,
  query: {
    bool: {
      filter: [...permitted, ofKind('passage'), { term: { document: id } }],
      should: inPassage(terms),
      minimum_should_match: 1,
    },
  },
});

/** Asks for all passages of short documents. */
export const allPassagesQuery = (
  permitted: readonly Clause[],
  documents: readonly DocumentHit[],
): object => ({
  size: MAX_SHORT_PASSAGES,
  _source: SOURCES.passage,
  query: {
    bool: {
      filter: [...permitted, ofKind('passage'), { terms: { document: documents.map(({ id }) => id) } }],
    },
  },
});

/** Asks for the documents that match best, by their text, names, openings and paths. */
export function documentsQuery(
  permitted: readonly Clause[],
  terms: ServerTerms,
  { averages }: TermCounts,
): object {
  const clauses = limitToScopes(terms, ({ tokens, whole, context, scope = '' }) =>
    tokens.flatMap((token): Clause[] => [
      { term: { content: { value: token, boost: whole, _name: `${FOUND}${token} ${scope}`.trimEnd() } } },
      {
        term: {
          title: { value: token, boost: whole + context / 2, _name: `title ${token} ${scope}`.trimEnd() },
        },
      },
      {
        term: { opening: { value: token, boost: context / 2, _name: `opening ${token} ${scope}`.trimEnd() } },
      },
      {
        term: {
          path: { value: token, boost: whole + context / 2, _name: `path ${token} ${scope}`.trimEnd() },
        },
      },
    ]),
  );
  return {
    size: MAX_DOCUMENTS,
    _source: SOURCES.document,
    query: { bool: { filter: [...permitted, ofKind('document')], should: clauses, minimum_should_match: 1 } },
    rescore: exactly(DOCUMENT_SCRIPT, { ...toParams(terms), averages }),
  };
}

/** Asks for the passages of these documents that match, or whose document does by its name, opening or path. */
export function passagesQuery(
  permitted: readonly Clause[],
  terms: ServerTerms,
  { averages }: TermCounts,
  documents: readonly DocumentHit[],
): object {
  const byContext = documents.filter(({ matched }) => matched.some((name) => !name.startsWith(FOUND)));
  const words = inPassage(terms);
  const inShortDocuments = documents.reduce(
    (sum, { chunkCount }) => sum + Math.min(chunkCount, PASSAGES_OF_SHORT_DOCUMENT),
    0,
  );
  const ofDocuments = documents.map(
    ({ id, score }): Clause => ({ constant_score: { filter: { term: { document: id } }, boost: score } }),
  );
  const isMatch = anyOf([...words, { terms: { document: byContext.map(({ id }) => id) } }]);
  return {
    size: Math.min(Math.max(inShortDocuments, MIN_PASSAGES), EXACT_WINDOW),
    _source: SOURCES.passage,
    query: {
      bool: {
        filter: [
          ...permitted,
          ofKind('passage'),
          { terms: { document: documents.map(({ id }) => id) } },
          isMatch,
        ],
        should: [...words, ...ofDocuments],
      },
    },
    rescore: exactly(PASSAGE_SCRIPT, {
      ...toParams(terms),
      averages,
      documents: Object.fromEntries(documents.map(({ id, score }) => [id, score])),
    }),
  };
}

const exactly = (source: string, params: object) => ({
  window_size: EXACT_WINDOW,
  query: {
    rescore_query: { script_score: { query: { match_all: {} }, script: { source, params } } },
    query_weight: 0,
    rescore_query_weight: 1,
  },
});
