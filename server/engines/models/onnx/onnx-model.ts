import { createBatchTokenizer, type TokenBatch } from './batch-tokenizer.ts';
import { type ModelFolder, readModelFolder } from './model-folder.ts';
import { loadRuntime, type OnnxRuntime, openSession, type Session, type Tensor } from './onnx-runtime.ts';

import { UnusableModelFolderError } from './unusable-model-folder-error.ts';

interface TextVectors {
  readonly dimensions: number;
  /** Rows one after another, each a vector of length 1. */
  readonly values: Float32Array;
}

/** Pools token vectors into one vector of length 1 per text. Throws when the output has another shape or is not finite. */
function poolVectors({ data, dims }: Tensor, batch: TokenBatch, pooling: 'mean' | 'cls'): TextVectors {
  const isPooled = dims.length === 2;
  const dimensions = dims.at(-1) ?? 0;
  const columns = isPooled ? 1 : batch.columns;
  const wanted = isPooled ? [batch.rows, dimensions] : [batch.rows, batch.columns, dimensions];
  if (dimensions < 1 || String(dims) !== String(wanted) || data.length !== batch.rows * columns * dimensions)
    throw new Error('The model output has an unexpected shape');
  const numbers = new Float32Array(batch.rows * dimensions);
  for (let row = 0; row < batch.rows; row++) {
    const sum = numbers.subarray(row * dimensions, (row + 1) * dimensions);
    const used = isPooled || pooling === 'cls' ? 1 : columns;
    for (let column = 0; column < used; column++) {
      if (used > 1 && batch.mask[row * columns + column] === 0n) continue;
      const start = (row * columns + column) * dimensions;
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (data[start + at] ?? 0);
    }
    normalizeVector(sum);
  }
  return { dimensions, values: numbers };
}

/** Normalizes to length 1; the sum over the tokens then equals their mean. */
function normalizeVector(vector: Float32Array): void {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) throw new Error('The model output is not finite');
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
}

export interface OnnxModel {
  /** Identifies the model; vectors of different digests are not comparable. */
  readonly digest: string;
  embed(texts: readonly string[], purpose: keyof ModelFolder['prompts']): Promise<TextVectors>;
}

/** Opens the model in a directory. Throws UnusableModelFolderError, with what to do. */
export async function openOnnxModel(directory: string): Promise<OnnxModel> {
  const runtime = loadRuntime(directory);
  const folder = await readModelFolder(directory);
  const tokenize = createBatchTokenizer(folder);
  const session = await openSession(runtime, folder.modelFile);
  const buildInputs = createInputs(session);
  const output = selectOutput(session);
  return {
    digest: folder.digest,
    async embed(texts, purpose) {
      const batch = tokenize(texts.map((text) => folder.prompts[purpose] + text));
      const found = (await session.run(buildInputs(runtime, batch)))[output];
      if (found === undefined) throw new Error('The model returned nothing');
      return poolVectors(found, batch, folder.pooling);
    },
  };
}

const INPUT_TENSORS: Record<string, (batch: TokenBatch) => BigInt64Array> = {
  input_ids: ({ ids }) => ids,
  attention_mask: ({ mask }) => mask,
  token_type_ids: ({ ids }) => new BigInt64Array(ids.length),
};

function createInputs({ inputNames }: Session) {
  const unknown = inputNames.find((name) => INPUT_TENSORS[name] === undefined);
  if (unknown !== undefined || !inputNames.includes('input_ids'))
    throw new UnusableModelFolderError(
      `the model has the inputs ${inputNames.join(', ')}; only input_ids, attention_mask and token_type_ids are supported: use a different model`,
    );
  return (runtime: OnnxRuntime, batch: TokenBatch): Record<string, Tensor> =>
    Object.fromEntries(
      inputNames.flatMap((name) => {
        const data = INPUT_TENSORS[name]?.(batch);
        const dims = [batch.rows, batch.columns];
        return data === undefined ? [] : [[name, new runtime.Tensor('int64', data, dims)]];
      }),
    );
}

function selectOutput({ outputNames }: Session): string {
  const [first] = outputNames;
  const known = ['sentence_embedding', 'last_hidden_state'].find((name) => outputNames.includes(name));
  if (first === undefined)
    throw new UnusableModelFolderError('the model has no output: use a different model');
  return known ?? first;
}
