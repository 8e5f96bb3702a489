import { writeFileSync } from 'node:fs';
import type { ClauseModel } from '#server/engines/search/meaning/clause-kinds.ts';
import { readContractNli } from './datasets/contractnli.ts';
import { readCuad } from './datasets/cuad.ts';
import { selectDatasets } from './datasets/split.ts';
import { readClauses, trainClauseModels } from './evaluation/train-clause-models.ts';

/** Path of the file that the models are written to, as server/engines/search/meaning/clause-kinds.ts reads them. */
const [output = 'server/engines/search/meaning/clause-kinds.txt'] = process.argv.slice(2);

const collections = [readCuad(), readContractNli()].map((contracts) =>
  selectDatasets(contracts, 'tuned').map(readClauses),
);

function formatModel({ kind, commonness, bias, weights }: ClauseModel): string {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127;
  const row = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer);
  return [kind, commonness.toFixed(3), bias.toFixed(3), scale.toPrecision(5), row.toString('base64')].join(
    ' ',
  );
}

const models = trainClauseModels(collections);
writeFileSync(output, `${models.map(formatModel).join('\n')}\n`);
console.log(`${models.length} kinds of clauses in ${output}`);
