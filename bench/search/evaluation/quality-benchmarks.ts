import type { TextRange } from '../compared-engines.ts';
import { readCuad } from '../datasets/cuad.ts';
import { type Dataset, readBeir, readLegalBench, readSquad } from '../datasets/datasets.ts';
import { readFileNames } from '../datasets/file-names.ts';
import { readKgrag } from '../datasets/kgrag.ts';
import { readTatqa } from '../datasets/tatqa.ts';
import { mean, ndcgAt, recallAt, reciprocalRankAt } from './ranking-metrics.ts';

type Question = Dataset['questions'][number];

interface QualityFigure {
  name: string;
  target: string;
  /** Published figures and their sources. */
  published?: string;
  measure: (asked: Question, places: readonly TextRange[]) => number;
}

export interface QualityBenchmark {
  name: string;
  /** Folder of the evaluation data. */
  folder: string;
  read: () => Promise<Dataset> | Dataset;
  /** Unit that the compared engines index. */
  unit: 'document' | 'passage';
  figures: QualityFigure[];
}

/** Number of ranges requested of an engine, or of documents, with ten passages each, of ours. */
export const MAX_RESULTS = 100;

/** Lists each document once, at the rank of its first passage. */
const documentsOf = (places: readonly TextRange[]) => [...new Set(places.map(({ document }) => document))];
const isRelevant = ({ judgments, spans }: Question, { document, start, end }: TextRange) =>
  spans.length === 0
    ? judgments.has(document)
    : spans.some((span) => span.document === document && start < span.end && end > span.start);

const ndcg: QualityFigure['measure'] = ({ judgments }, places) => ndcgAt(10, documentsOf(places), judgments);
const hitAt =
  (depth: number): QualityFigure['measure'] =>
  (asked, places) =>
    Number(places.slice(0, depth).some((place) => isRelevant(asked, place)));
const documentAt =
  (depth: number): QualityFigure['measure'] =>
  ({ judgments }, places) =>
    Number(
      documentsOf(places)
        .slice(0, depth)
        .some((document) => judgments.has(document)),
    );

const passageRecall: QualityFigure['measure'] = (asked, places) =>
  mean(
    asked.spans.map((span) =>
      Number(places.slice(0, 64).some((place) => isRelevant({ ...asked, spans: [span] }, place))),
    ),
  );
const wrongDocumentShare: QualityFigure['measure'] = ({ judgments }, places) =>
  mean(places.slice(0, 10).map(({ document }) => Number(!judgments.has(document))));

const beir = (name: string, figures: QualityFigure[]): QualityBenchmark => ({
  name,
  folder: name,
  read: () => readBeir(name),
  unit: 'document',
  figures,
});
const squad = (language: string): QualityBenchmark => ({
  name: `xquad-${language}`,
  folder: 'xquad',
  read: () => readSquad(language),
  unit: 'document',
  figures: [
    {
      name: 'MRR@10',
      target: '>= .945',
      measure: ({ judgments }, places) => reciprocalRankAt(10, documentsOf(places), judgments),
    },
  ],
});

/** Merges contracts into one dataset, with the contract named in each question. */
function mergeDatasets(collections: readonly Dataset[]): Dataset {
  return {
    documents: collections.flatMap(({ documents }, id) => documents.map((document) => ({ ...document, id }))),
    questions: collections.flatMap(({ documents: [contract], questions }, document) =>
      questions
        .filter(({ spans }) => spans.length > 0)
        .map(({ text, spans }) => ({
          text: `${contract?.title}: ${text}`,
          judgments: new Map([[document, 1]]),
          spans: spans.map((span) => ({ ...span, document })),
        })),
    ),
  };
}

export const qualityBenchmarks: QualityBenchmark[] = [
  beir('scifact', [
    {
      name: 'nDCG@10',
      target: '>= .695',
      published: 'BM25 .679, SPLADE++ .704, BGE .741 (all test split)',
      measure: ndcg,
    },
    {
      name: 'R@100',
      target: '>= .93',
      measure: ({ judgments }, places) => recallAt(100, documentsOf(places), judgments),
    },
  ]),
  beir('cranfield', [{ name: 'nDCG@10', target: '>= .41', measure: ndcg }]),
  beir('cacm', [{ name: 'nDCG@10', target: '>= .53', measure: ndcg }]),
  beir('npl', [{ name: 'nDCG@10', target: '>= .45', measure: ndcg }]),
  {
    name: 'legalbenchrag',
    folder: 'legalbenchrag',
    read: () => readLegalBench(),
    unit: 'passage',
    figures: [
      { name: 'hit@10', target: '>= .63', measure: hitAt(10) },
      { name: 'R@64', target: '>= .78', published: '.802 (714 contracts)', measure: passageRecall },
      { name: 'wrong documents in the top ten', target: '<= .07', measure: wrongDocumentShare },
      {
        name: 'right document not in the top ten',
        target: '',
        measure: (asked, places) => 1 - documentAt(10)(asked, places.slice(0, 10)),
      },
    ],
  },
  ...['en', 'de', 'zh', 'ar'].map(squad),
  {
    name: 'cuad',
    folder: 'cuad',
    read: () => mergeDatasets(readCuad()),
    unit: 'passage',
    figures: [
      { name: 'hit@10, contract named', target: '', measure: hitAt(10) },
      { name: 'wrong documents in the top ten', target: '', measure: wrongDocumentShare },
    ],
  },
  {
    name: 'tatqa',
    folder: 'tatqa',
    read: readTatqa,
    unit: 'document',
    figures: [{ name: 'right page in the top ten', target: '>= .60', measure: documentAt(10) }],
  },
  {
    name: 'kgrag',
    folder: 'kgrag',
    read: readKgrag,
    unit: 'passage',
    figures: [
      {
        name: 'right page in the top ten',
        target: '>= .60',
        published: '.736 (other filings)',
        measure: hitAt(10),
      },
    ],
  },
  {
    name: 'names',
    folder: 'ingest',
    read: readFileNames,
    unit: 'document',
    figures: [{ name: 'own file name first', target: '>= .99', measure: documentAt(1) }],
  },
];
