import { hasEvaluationData } from '#server/testing/evaluation-data/evaluation-files.ts';
import { readContractNli } from './datasets/contractnli.ts';
import { readCuad, readNamedCuad } from './datasets/cuad.ts';
import { type Dataset, readBeir, readCrossSquad, readLegalBench, readSquad } from './datasets/datasets.ts';
import { readKgrag } from './datasets/kgrag.ts';
import { type Part, selectAlternate, selectDatasets, selectPart, selectQuestions } from './datasets/split.ts';
import { readTatqa } from './datasets/tatqa.ts';
import { areaUnderCurve, calibrationError } from './evaluation/calibration.ts';
import { type JudgedAnswer, judgeAnswers } from './evaluation/judge-answers.ts';
import { mean } from './evaluation/ranking-metrics.ts';

/** A set of questions; each dataset of it is searched alone. */
interface AnswerSet {
  folder: string;
  read(part: Part): Promise<Dataset[]> | Dataset[];
}

const beir = (folder: string): AnswerSet => ({
  folder,
  read: (part) => [selectQuestions(readBeir(folder), part)],
});
const squad = (language: string): AnswerSet => ({
  folder: 'xquad',
  read: (part) => [selectPart(readSquad(language), part)],
});
const crossSquad = (asked: string, documents: string): AnswerSet => ({
  folder: 'xquad',
  read: (part) => [selectPart(readCrossSquad(asked, documents), part)],
});

export const ANSWER_SETS: Readonly<Record<string, AnswerSet>> = {
  'legalbench-contractnli': {
    folder: 'legalbenchrag',
    read: (part) => [selectPart(readLegalBench('contractnli'), part)],
  },
  'legalbench-privacy': {
    folder: 'legalbenchrag',
    read: (part) => [selectPart(readLegalBench('privacy_qa'), part)],
  },
  // The same contracts as alone, because kinds of clauses are learnt from the tuned ones.
  'cuad-named': { folder: 'cuad', read: (part) => [selectAlternate(readNamedCuad(), part)] },
  'cuad-alone': { folder: 'cuad', read: (part) => selectDatasets(readCuad(), part) },
  'contractnli-alone': {
    folder: 'contractnli',
    read: (part) => selectDatasets(readContractNli(), part),
  },
  'xquad-en': squad('en'),
  'xquad-de': squad('de'),
  'xquad-zh': squad('zh'),
  'xquad-ar': squad('ar'),
  'xquad-de-en': crossSquad('de', 'en'),
  'xquad-en-de': crossSquad('en', 'de'),
  tatqa: { folder: 'tatqa', read: (part) => [selectPart(readTatqa(), part)] },
  kgrag: { folder: 'kgrag', read: async (part) => [selectQuestions(await readKgrag(), part)] },
  scifact: beir('scifact'),
  cranfield: beir('cranfield'),
};

/**
 * Measures the first passage, its short quote and its sentence, which is the answer, and their confidence, as the server shows
 * them, on the held-out half of each set. The words select sets; `tuned` measures the half that weights were chosen on.
 */
export async function benchAnswerQuality(words: readonly string[]): Promise<object[]> {
  const part: Part = words.includes('tuned') ? 'tuned' : 'held out';
  const names = words.filter((word) => word !== 'tuned');
  const rows: object[] = [];
  for (const [set, { folder, read }] of Object.entries(ANSWER_SETS)) {
    if (names.length > 0 && !names.includes(set)) continue;
    if (!hasEvaluationData(folder)) {
      rows.push({ set, part: 'skipped: absent (EVALDATA_DIR says where to look)' });
      continue;
    }
    const judged: JudgedAnswer[] = [];
    for (const dataset of await read(part)) judged.push(...judgeAnswers(dataset));
    rows.push({ set, part, ...toFigures(judged) });
  }
  return rows;
}

function toFigures(judged: readonly JudgedAnswer[]): object {
  const present = judged.filter(({ isPresent }) => isPresent);
  const share = (measure: (answer: JudgedAnswer) => boolean, of: readonly JudgedAnswer[] = present) =>
    mean(of.map((answer) => Number(measure(answer)))).toFixed(3);
  const confidences = judged.map(({ confidence }) => confidence);
  const isRight = judged.map(({ isAnswered }) => isAnswered);
  const isPresent = judged.map((answer) => answer.isPresent);
  return {
    questions: judged.length,
    'hit@1': share(({ rightRanks }) => rightRanks[0] === 0),
    'hit@10': share(({ rightRanks: [first = Number.POSITIVE_INFINITY] }) => first < 10),
    'MRR@10': mean(present.map(({ rightRanks: [first = 10] }) => (first < 10 ? 1 / (first + 1) : 0))).toFixed(
      3,
    ),
    'nDCG@10': mean(present.map(({ ndcg }) => ndcg)).toFixed(3),
    'R@64': mean(present.map(({ spanRecall }) => spanRecall)).toFixed(3),
    quote: share(({ isQuoteRight }) => isQuoteRight),
    sentence: share(({ isSentenceRight }) => isSentenceRight),
    empty: judged.filter(({ evidence }) => evidence === undefined).length,
    ECE: calibrationError(confidences, isRight).toFixed(3),
    'AUROC right': areaUnderCurve(confidences, isRight).toFixed(3),
    'AUROC present': areaUnderCurve(confidences, isPresent).toFixed(3),
    '> .5': share(({ confidence }) => confidence > 0.5, judged),
    '> .8': share(({ confidence }) => confidence > 0.8, judged),
  };
}
