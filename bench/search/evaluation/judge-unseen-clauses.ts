import { type ClauseModel, replaceClauseModels } from '#server/engines/search/meaning/clause-kinds.ts';
import { readContractNli } from '../datasets/contractnli.ts';
import { readCuad } from '../datasets/cuad.ts';
import type { Dataset } from '../datasets/datasets.ts';
import { selectDatasets } from '../datasets/split.ts';
import { type JudgedAnswer, judgeAnswers } from './judge-answers.ts';
import { readClauses, trainClauseModels } from './train-clause-models.ts';

const FOLDS = 4;

let models: ClauseModel[][] | undefined;

/** Trains the kinds of clauses once without each fold of the tuned contracts. */
function loadModels(): ClauseModel[][] {
  if (models !== undefined) return models;
  const collections = [readCuad(), readContractNli()].map((contracts) =>
    selectDatasets(contracts, 'tuned').map(readClauses),
  );
  models = Array.from({ length: FOLDS }, (_, fold) =>
    trainClauseModels(
      collections.map((contracts) => contracts.filter((_, position) => position % FOLDS !== fold)),
    ),
  );
  return models;
}

/**
 * Judges questions about tuned contracts with kinds of clauses that were learnt without the contract. The contracts are datasets
 * of their own, or every other document of a single one.
 */
export function judgeUnseenClauses(datasets: readonly Dataset[]): JudgedAnswer[] {
  const judged = loadModels().flatMap((ofFold, fold) => {
    replaceClauseModels(ofFold);
    return datasets.flatMap((dataset, position) => {
      const { documents, questions } = dataset;
      const contractOf = ({ spans }: Dataset['questions'][number]) =>
        datasets.length > 1 ? position : Math.floor((spans[0]?.document ?? 0) / 2);
      const asked = questions.filter((question) => contractOf(question) % FOLDS === fold);
      return asked.length === 0 ? [] : judgeAnswers({ documents, questions: asked });
    });
  });
  replaceClauseModels();
  return judged;
}
