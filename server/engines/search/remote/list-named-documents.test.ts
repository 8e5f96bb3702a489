import { expect, test } from 'vitest';
import { listNamedDocuments } from './list-named-documents.ts';

test('the words that a beginning stands for are limited below the clauses that the server allows', async () => {
  let sent = {};
  await listNamedDocuments(
    async (body) => {
      sent = body;
      return { timed_out: false, hits: { hits: [] } };
    },
    [],
    's',
    5,
  );
  expect(JSON.stringify(sent)).toContain(
    '"span_multi":{"match":{"prefix":{"words":{"value":"s","rewrite":"top_terms_boost_1000"}}}}',
  );
});
