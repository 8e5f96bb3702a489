import type { Place } from '../compared-engines.ts';
import { type Collection, readBeir, readLegal, readSquad } from '../datasets/datasets.ts';
import { readCuad } from '../datasets/cuad.ts';
import { readKgrag } from '../datasets/kgrag.ts';
import { mean, ndcgAt, recallAt, reciprocalRankAt } from './ranking-metrics.ts';
import { readOwnNames } from '../datasets/file-names.ts';
import { readTatqa } from '../datasets/tatqa.ts';

type Asked = Collection['questions'][number];

interface QualityFigure {
  name: string;
  bar: string;
  /** What is published for it, by whom. */
  published?: string;
  of: (asked: Asked, places: readonly Place[]) => number;
}

export interface QualitySet {
  name: string;
  /** The folder that it is read from. */
  folder: string;
  read: () => Promise<Collection> | Collection;
  /** What the compared engines hold one of. */
  unit: 'document' | 'passage';
  figures: QualityFigure[];
}

/** Places of so many are asked for. */
export const deepest = 100;

/** Each document once, where its first passage stood. */
const documentsOf = (places: readonly Place[]) => [...new Set(places.map(({ document }) => document))];
const isRight = ({ judgments, spans }: Asked, { document, start, end }: Place) =>
  spans.length === 0
    ? judgments.has(document)
    : spans.some((span) => span.document === document && start < span.end && end > span.start);

const ndcg: QualityFigure['of'] = ({ judgments }, places) => ndcgAt(10, documentsOf(places), judgments);
const hitAt =
  (depth: number): QualityFigure['of'] =>
  (asked, places) =>
    Number(places.slice(0, depth).some((place) => isRight(asked, place)));
const documentAt =
  (depth: number): QualityFigure['of'] =>
  ({ judgments }, places) =>
    Number(
      documentsOf(places)
        .slice(0, depth)
        .some((document) => judgments.has(document)),
    );

const passageRecall: QualityFigure['of'] = (asked, places) =>
  mean(
    asked.spans.map((span) =>
      Number(places.slice(0, 64).some((place) => isRight({ ...asked, spans: [span] }, place))),
    ),
  );
const wrongDocuments: QualityFigure['of'] = ({ judgments }, places) =>
  mean(places.slice(0, 10).map(({ document }) => Number(!judgments.has(document))));

const beir = (name: string, figures: QualityFigure[]): QualitySet => ({
  name,
  folder: name,
  read: () => readBeir(name),
  unit: 'document',
  figures,
});
const squad = (language: string): QualitySet => ({
  name: `xquad-${language}`,
  folder: 'xquad',
  read: () => readSquad(language),
  unit: 'document',
  figures: [
    {
      name: 'MRR@10',
      bar: '>= .945',
      of: ({ judgments }, places) => reciprocalRankAt(10, documentsOf(places), judgments),
    },
  ],
});

/** Contracts one by one: the passage in the one contract that was asked about. */
function asOne(collections: readonly Collection[]): Collection {
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

export const qualitySets: QualitySet[] = [
  beir('scifact', [
    {
      name: 'nDCG@10',
      bar: '>= .695',
      published: 'BM25 .679, SPLADE++ .704, BGE .741 (all test split)',
      of: ndcg,
    },
    {
      name: 'R@100',
      bar: '>= .93',
      of: ({ judgments }, places) => recallAt(100, documentsOf(places), judgments),
    },
  ]),
  beir('cranfield', [{ name: 'nDCG@10', bar: '>= .41', of: ndcg }]),
  beir('cacm', [{ name: 'nDCG@10', bar: '>= .53', of: ndcg }]),
  beir('npl', [{ name: 'nDCG@10', bar: '>= .45', of: ndcg }]),
  {
    name: 'legalbenchrag',
    folder: 'legalbenchrag',
    read: readLegal,
    unit: 'passage',
    figures: [
      { name: 'hit@10', bar: '>= .63', of: hitAt(10) },
      { name: 'R@64', bar: '>= .78', published: '.802 (714 contracts)', of: passageRecall },
      { name: 'wrong documents in the top ten', bar: '<= .07', of: wrongDocuments },
      {
        name: 'right document not in the top ten',
        bar: '',
        of: (asked, places) => 1 - documentAt(10)(asked, places.slice(0, 10)),
      },
    ],
  },
  ...['en', 'de', 'zh', 'ar'].map(squad),
  {
    name: 'cuad',
    folder: 'cuad',
    read: () => asOne(readCuad()),
    unit: 'passage',
    figures: [
      { name: 'hit@10, contract named', bar: '', of: hitAt(10) },
      { name: 'wrong documents in the top ten', bar: '', of: wrongDocuments },
    ],
  },
  {
    name: 'tatqa',
    folder: 'tatqa',
    read: readTatqa,
    unit: 'document',
    figures: [{ name: 'right page in the top ten', bar: '>= .60', of: documentAt(10) }],
  },
  {
    name: 'kgrag',
    folder: 'kgrag',
    read: readKgrag,
    unit: 'passage',
    figures: [
      { name: 'right page in the top ten', bar: '>= .60', published: '.736 (other filings)', of: hitAt(10) },
    ],
  },
  {
    name: 'names',
    folder: 'ingest',
    read: readOwnNames,
    unit: 'document',
    figures: [{ name: 'own file name first', bar: '>= .99', of: documentAt(1) }],
  },
];
