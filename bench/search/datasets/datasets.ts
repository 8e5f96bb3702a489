import path from 'node:path';
import { z } from 'zod';
import type { Block } from '#server/engines/documents/blocks/document-text.ts';
import {
  listEvaluationFiles,
  readEvaluationFile,
  readJsonLines,
} from '#server/testing/evaluation-data/evaluation-files.ts';
import type { Judgments } from '../evaluation/ranking-metrics.ts';
import { readPlainText } from './plain-text.ts';
import { readOnce } from './read-once.ts';

interface DocumentRange {
  document: number;
  start: number;
  end: number;
}

export interface Dataset {
  /** Without blocks the text is read as a text file is. */
  documents: { id: number; title: string; text: string; blocks?: readonly Block[] }[];
  /**
   * `answer` is where the words that answer stand, where the collection tells; `figure` the number that has to be computed from
   * others.
   */
  questions: {
    text: string;
    judgments: Judgments;
    spans: DocumentRange[];
    answer?: DocumentRange;
    figure?: number;
  }[];
}

const beirDocument = z.object({ _id: z.string(), title: z.string().default(''), text: z.string() });
const beirQuery = z.object({ _id: z.string(), text: z.string() });

/** BEIR form: corpus, queries, judgments. */
export const readBeir = (name: string): Dataset => readOnce(`beir ${name}`, () => parseBeir(name));

function parseBeir(name: string): Dataset {
  const rows = readJsonLines(beirDocument, name, 'corpus.jsonl');
  const numbers = new Map(rows.map((row, id) => [row._id, id]));
  const judged = new Map<string, Map<number, number>>();
  for (const line of readEvaluationFile(name, 'qrels.tsv').trim().split('\n').slice(1)) {
    const [question = '', document = '', gain] = line.split('\t');
    const number = numbers.get(document);
    if (number === undefined) continue;
    const judgments = judged.get(question) ?? new Map<number, number>();
    judged.set(question, judgments.set(number, Number(gain)));
  }
  return {
    documents: rows.map(({ title, text }, id) => ({ id, title, text })),
    questions: readJsonLines(beirQuery, name, 'queries.jsonl').flatMap(({ _id, text }) => {
      const judgments = judged.get(_id);
      return judgments === undefined ? [] : [{ text, judgments, spans: [] }];
    }),
  };
}

const squad = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(
            z.object({
              question: z.string(),
              answers: z.array(z.object({ text: z.string(), answer_start: z.number() })).min(1),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** SQuAD form: the paragraph that a question was asked of is the one to find. */
export const readSquad = (language: string): Dataset =>
  readOnce(`squad ${language}`, () => parseSquad(language));

function parseSquad(language: string): Dataset {
  const { data } = squad.parse(JSON.parse(readEvaluationFile('xquad', `xquad.${language}.json`)));
  const paragraphs = data.flatMap((article) => article.paragraphs);
  const texts = paragraphs.map(({ context }) => readPlainText(context));
  return {
    documents: texts.map(({ text, blocks }, id) => ({ id, title: '', text, blocks })),
    questions: paragraphs.flatMap(({ qas }, id) =>
      qas.map(({ question, answers: [first] }) => {
        const judgments = new Map([[id, 1]]);
        const start = first?.answer_start ?? 0;
        const found = texts[id]?.spanOf(start, start + Array.from(first?.text ?? '').length);
        return { text: question, judgments, spans: [], ...(found && { answer: { document: id, ...found } }) };
      }),
    ),
  };
}

/** Questions of one language about the paragraphs of another one. */
export function readCrossSquad(asked: string, documents: string): Dataset {
  const { questions } = readSquad(asked);
  const about = readSquad(documents);
  return {
    documents: about.documents,
    questions: about.questions.map((question, at) => ({ ...question, text: questions[at]?.text ?? '' })),
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
function titleFromFileName(fileName: string): string {
  const decoded = fileName.replace(/%[0-9A-F]{2}/g, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  return decoded.replace(/\.txt$/, '').replace(/[_-]/g, ' ');
}

const LEGAL_PARTS = ['contractnli', 'privacy_qa'] as const;

/** Reads contracts and policies with the exact passages that answer; spans come in code points. `asked` selects the questions. */
export function readLegalBench(...asked: (typeof LEGAL_PARTS)[number][]): Dataset {
  const { names, texts, documents } = readOnce('legalbenchrag', readLegalDocuments);
  const questions = (asked.length > 0 ? asked : LEGAL_PARTS).flatMap((part) =>
    legalTests
      .parse(JSON.parse(readEvaluationFile('legalbenchrag/benchmarks', `${part}.json`)))
      .tests.map((test) => {
        const spans = test.snippets.flatMap(({ file_path, span: [start, end] }) => {
          const document = names.indexOf(file_path);
          const found = texts[document]?.spanOf(start, end);
          return found === undefined ? [] : [{ document, ...found }];
        });
        return { text: test.query, judgments: new Map(spans.map(({ document }) => [document, 1])), spans };
      }),
  );
  return { documents, questions };
}

function readLegalDocuments() {
  const names = LEGAL_PARTS.flatMap((part) =>
    listEvaluationFiles('legalbenchrag/corpus', part).map((name) => `${part}/${name}`),
  );
  const texts = names.map((name) => readPlainText(readEvaluationFile('legalbenchrag/corpus', name)));
  const documents = texts.map(({ blocks, text }, id) => ({
    id,
    title: titleFromFileName(path.basename(names[id] ?? '')),
    text,
    blocks,
  }));
  return { names, texts, documents };
}
