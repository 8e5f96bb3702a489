import { expect, test } from 'vitest';
import { type Equivalents, expandQuestion } from '../lexicon/expand-question.ts';
import { listExpansionTerms } from '../lexicon/expansion-terms.ts';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createInMemoryIndex, createTestChunk } from '../testing/in-memory-index.ts';
import { permittedOnly } from './access-query.ts';
import { listCountedWords } from './counted-words.ts';
import { createRecords } from './document-records.ts';
import { keepOccurringWords } from './occurring-words.ts';

const GERMAN = 'Die Wissenschaftler haben in der Stadt eine Krankheit entdeckt, die sich nicht ausbreitet.';
const QUESTION = 'Which disease did the scientists discover?';

interface Request {
  query: unknown;
  aggs: {
    words: {
      filters: { filters: Record<string, { bool: { should: { terms: Record<string, string[]> }[] } }> };
    };
  };
}

/** Answers as the server does from the records of a document, and keeps the requests. */
async function createServer(text: string) {
  const requests: Request[] = [];
  const location = { folderId: 1, ownerId: 1 };
  const document = { id: 1, location, title: '', path: '', opening: '', chunks: [createTestChunk(text)] };
  const records = await createRecords(document, 1);
  const contents = [records.document, ...records.passages].map(
    ({ content }) => content as Record<string, unknown>,
  );
  const holds = (field: string, tokens: readonly string[]) =>
    contents.filter((content) =>
      String(content[field] ?? '')
        .split(' ')
        .some((each) => tokens.includes(each.split('|')[0] ?? '')),
    ).length;
  const search = (body: object) => {
    const request = body as Request;
    requests.push(request);
    const buckets = Object.entries(request.aggs.words.filters.filters).map(([word, { bool }]) => [
      word,
      {
        doc_count: Math.max(
          ...bool.should.map(({ terms }) => Math.max(...Object.entries(terms).map((each) => holds(...each)))),
        ),
      },
    ]);
    const aggregations = { words: { buckets: Object.fromEntries(buckets) } };
    return Promise.resolve({ timed_out: false, hits: { hits: [] }, aggregations });
  };
  return { requests, search };
}

const foreignOf = (equivalents: readonly Equivalents[]) =>
  equivalents.flatMap(({ others }) =>
    others.filter(({ isForeign }) => isForeign).map(({ words }) => words.join(' ')),
  );

test('foreign words of an English question are asked for once, under its permissions, and those that occur are counted', async () => {
  const server = await createServer(GERMAN);
  const permitted = permittedOnly({ accessFilter: { folderIds: [1], rootOwnerId: null } });
  const expanded = expandQuestion(QUESTION);
  const kept = await keepOccurringWords(server.search, permitted, expanded);
  expect(server.requests.map(({ query }) => query)).toEqual([{ bool: { filter: permitted } }]);
  expect(foreignOf(expanded).length).toBeGreaterThan(30);
  expect(foreignOf(kept)).toEqual(expect.arrayContaining(['krankheit', 'wissenschaftler']));
  expect(foreignOf(kept).length).toBeLessThan(20);
  const counted = listCountedWords(QUESTION, kept).map(({ word }) => word);
  expect(counted).toEqual(expect.arrayContaining(foreignOf(kept)));
});

test('the same terms are scored as in the built-in index', async () => {
  const server = await createServer(GERMAN);
  const expanded = expandQuestion(QUESTION);
  const kept = await keepOccurringWords(server.search, [], expanded);
  const view = new PermittedView(createInMemoryIndex([{ id: 1, texts: [GERMAN] }]).index, () => true);
  const terms = listExpansionTerms(view, expanded, new Set());
  expect(terms.length).toBeGreaterThan(1);
  expect(listExpansionTerms(view, kept, new Set())).toEqual(terms);
});

test('a question without foreign words needs no request', async () => {
  const server = await createServer(GERMAN);
  const equivalents = expandQuestion('Welche Krankheit wurde von den Wissenschaftlern entdeckt?');
  expect(await keepOccurringWords(server.search, [], equivalents)).toBe(equivalents);
  expect(server.requests).toEqual([]);
});
