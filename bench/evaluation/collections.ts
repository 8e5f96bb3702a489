import path from 'node:path';
import { z } from 'zod';
import { listNames, read, readLines } from './evaluation-files.ts';
import type { Judgments } from './metrics.ts';

interface Span {
  document: number;
  start: number;
  end: number;
}

export interface Collection {
  documents: { id: number; title: string; text: string }[];
  questions: { text: string; judgments: Judgments; spans: Span[] }[];
}

const beirDocument = z.object({ _id: z.string(), title: z.string().default(''), text: z.string() });
const beirQuestion = z.object({ _id: z.string(), text: z.string() });

/** BEIR form: corpus, queries, judgments. */
export function readBeir(name: string): Collection {
  const rows = readLines(beirDocument, name, 'corpus.jsonl');
  const numbers = new Map(rows.map((row, id) => [row._id, id]));
  const judged = new Map<string, Map<number, number>>();
  for (const line of read(name, 'qrels.tsv').trim().split('\n').slice(1)) {
    const [question = '', document = '', gain] = line.split('\t');
    const number = numbers.get(document);
    if (number === undefined) continue;
    const judgments = judged.get(question) ?? new Map<number, number>();
    judged.set(question, judgments.set(number, Number(gain)));
  }
  return {
    documents: rows.map(({ title, text }, id) => ({ id, title, text })),
    questions: readLines(beirQuestion, name, 'queries.jsonl').flatMap(({ _id, text }) => {
      const judgments = judged.get(_id);
      return judgments === undefined ? [] : [{ text, judgments, spans: [] }];
    }),
  };
}

const squad = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({ context: z.string(), qas: z.array(z.object({ question: z.string() })) }),
      ),
    }),
  ),
});

/** SQuAD form: the paragraph that a question was asked of is the one to find. */
export function readSquad(language: string): Collection {
  const { data } = squad.parse(JSON.parse(read('xquad', `xquad.${language}.json`)));
  const paragraphs = data.flatMap((article) => article.paragraphs);
  return {
    documents: paragraphs.map(({ context }, id) => ({ id, title: '', text: context })),
    questions: paragraphs.flatMap(({ qas }, id) =>
      qas.map(({ question }) => ({ text: question, judgments: new Map([[id, 1]]), spans: [] })),
    ),
  };
}

const legalTests = z.object({
  tests: z.array(
    z.object({
      query: z.string(),
      snippets: z.array(z.object({ file_path: z.string(), span: z.tuple([z.number(), z.number()]) })),
    }),
  ),
});

/** File names are percent-encoded, some of them wrongly. */
function titleOf(fileName: string): string {
  const decoded = fileName.replace(/%[0-9A-F]{2}/g, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  return decoded.replace(/\.txt$/, '').replace(/[_-]/g, ' ');
}

/** Contracts with the exact passages that answer; spans come in code points, ours are in UTF-16 units. */
export function readLegal(): Collection {
  const parts = ['contractnli', 'privacy_qa'];
  const names = parts.flatMap((part) =>
    listNames('legalbenchrag/corpus', part).map((name) => `${part}/${name}`),
  );
  const documents = names.map((name, id) => ({
    id,
    title: titleOf(path.basename(name)),
    text: read('legalbenchrag/corpus', name),
  }));
  const codePoints = documents.map(({ text }) => Array.from(text));
  const unitsBefore = (document: number, count: number) =>
    (codePoints[document] ?? []).slice(0, count).join('').length;
  const questions = parts.flatMap((part) =>
    legalTests.parse(JSON.parse(read('legalbenchrag/benchmarks', `${part}.json`))).tests.map((test) => {
      const spans = test.snippets.map(({ file_path, span: [start, end] }) => {
        const document = names.indexOf(file_path);
        return { document, start: unitsBefore(document, start), end: unitsBefore(document, end) };
      });
      return { text: test.query, judgments: new Map(spans.map(({ document }) => [document, 1])), spans };
    }),
  );
  return { documents, questions };
}
