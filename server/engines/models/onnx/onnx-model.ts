import { createBatchTokenizer, type TokenBatch } from './batch-tokenizer.ts';
import { type ModelFolder, readModelFolder } from './model-folder.ts';
import { loadRuntime, type OnnxRuntime, openSession, type Session, type Tensor } from './onnx-runtime.ts';
import { poolVectors, type TextVectors } from './pool-vectors.ts';
import { UnusableModelFolderError } from './unusable-model-folder-error.ts';

export interface OnnxModel {
  /** Another one's vectors can't be compared with its own. */
  readonly digest: string;
  embed(texts: readonly string[], purpose: keyof ModelFolder['prompts']): Promise<TextVectors>;
}

/** Throws UnusableModelFolder with what to do. */
export async function openOnnxModel(directory: string): Promise<OnnxModel> {
  const runtime = loadRuntime(directory);
  const folder = await readModelFolder(directory);
  const tokenise = createBatchTokenizer(folder);
  const session = await openSession(runtime, folder.modelFile);
  const fill = createInputs(session);
  const output = selectOutput(session);
  return {
    digest: folder.digest,
    async embed(texts, purpose) {
      const batch = tokenise(texts.map((text) => folder.prompts[purpose] + text));
      const found = (await session.run(fill(runtime, batch)))[output];
      if (found === undefined) throw new Error('The model gave nothing');
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
      `the model reads ${inputNames.join(', ')}, but it must read input_ids, attention_mask and token_type_ids at most: take another model`,
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
  if (first === undefined) throw new UnusableModelFolderError('the model gives nothing: take another model');
  return known ?? first;
}
