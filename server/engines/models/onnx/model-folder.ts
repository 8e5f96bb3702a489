import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UnusableModelFolderError } from './unusable-model-folder-error.ts';

/** Paths as in Hugging Face repositories; the first one that exists is the model. */
const MODEL_FILES = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'];
const CONFIG_FILES = {
  tokenizer: 'tokenizer.json',
  tokenizerConfig: 'tokenizer_config.json',
  config: 'config.json',
  transformer: 'sentence_bert_config.json',
  pooling: '1_Pooling/config.json',
  prompts: 'config_sentence_transformers.json',
  modules: 'modules.json',
};

/** Passages have about 600 characters and headings; more tokens would only cost time. */
const MAX_TOKENS = 512;
/** Their position ids start after the padding's. */
const MODEL_TYPES_WITH_POSITION_OFFSET = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);

const size = z.number().positive().optional();
const tokenizerConfig = z.looseObject({
  model_max_length: size,
  pad_token: z.union([z.string(), z.looseObject({ content: z.string() })]).nullish(),
});
const config = z.looseObject({
  max_position_embeddings: size,
  model_type: z.string().optional(),
  pad_token_id: z.int().min(0).nullish(),
});
const pooling = z.looseObject({
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
});
const prompts = z.looseObject({
  prompts: z
    .looseObject({
      query: z.string().optional(),
      passage: z.string().optional(),
      document: z.string().optional(),
    })
    .nullish(),
});
const modules = z.array(z.looseObject({ type: z.string() }));

export interface ModelFolder {
  readonly modelFile: string;
  readonly tokenizer: object;
  readonly tokenizerConfig: z.infer<typeof tokenizerConfig>;
  readonly maxTokens: number;
  readonly paddingId: number | undefined;
  readonly pooling: 'mean' | 'cls';
  /** Prefixes that the model expects before a text. */
  readonly prompts: Readonly<Record<'question' | 'passages', string>>;
  /** Digest of all files that the vectors depend on. */
  readonly digest: string;
}

/** Reads the model's configuration. Throws UnusableModelFolderError, with what to do. */
export async function readModelFolder(directory: string): Promise<ModelFolder> {
  const path = (name: string) => join(directory, name);
  const model = MODEL_FILES.find((name) => existsSync(path(name)));
  if (model === undefined)
    throw new UnusableModelFolderError(`no model found: add ${MODEL_FILES.join(' or ')}`);
  const tokenizerSettings = tokenizerConfig.parse(
    readJson(directory, CONFIG_FILES.tokenizerConfig, tokenizerConfig),
  );
  const modelConfig = readJson(directory, CONFIG_FILES.config, config);
  const transformer = readOptional(
    directory,
    CONFIG_FILES.transformer,
    z.looseObject({ max_seq_length: size.nullable() }),
  );
  assertSupportedModules(readOptional(directory, CONFIG_FILES.modules, modules));
  const wanted = readOptional(directory, CONFIG_FILES.prompts, prompts)?.prompts;
  const positions = modelConfig.max_position_embeddings ?? MAX_TOKENS;
  const shift = MODEL_TYPES_WITH_POSITION_OFFSET.has(modelConfig.model_type ?? '') ? 2 : 0;
  return {
    modelFile: path(model),
    tokenizer: readJson(directory, CONFIG_FILES.tokenizer, z.looseObject({ model: z.looseObject({}) })),
    tokenizerConfig: tokenizerSettings,
    maxTokens: Math.min(
      MAX_TOKENS,
      positions - shift,
      tokenizerSettings.model_max_length ?? MAX_TOKENS,
      transformer?.max_seq_length ?? MAX_TOKENS,
    ),
    paddingId: modelConfig.pad_token_id ?? undefined,
    pooling: poolingOf(readOptional(directory, CONFIG_FILES.pooling, pooling)),
    prompts: { question: wanted?.query ?? '', passages: wanted?.passage ?? wanted?.document ?? '' },
    digest: await digestOf(directory, [
      model,
      `${model}_data`,
      `${model}.data`,
      ...Object.values(CONFIG_FILES),
    ]),
  };
}

function readJson<T>(directory: string, name: string, schema: z.ZodType<T>): T {
  const found = readOptional(directory, name, schema);
  if (found === undefined)
    throw new UnusableModelFolderError(`${name} is missing: copy it from the model's repository`);
  return found;
}

function readOptional<T>(directory: string, name: string, schema: z.ZodType<T>): T | undefined {
  const file = join(directory, name);
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new UnusableModelFolderError(`${name} is invalid: download it again`, cause);
  }
}

/** Refuses models with further layers of sentence-transformers, which would change the vectors. */
function assertSupportedModules(steps: z.infer<typeof modules> = []): void {
  const other = steps.find(({ type }) => !/[.](?:Transformer|Pooling|Normalize)$/.test(type));
  if (other !== undefined)
    throw new UnusableModelFolderError(
      `${CONFIG_FILES.modules} names ${other.type}, which is not supported: use a different model`,
    );
}

function poolingOf(config: z.infer<typeof pooling> | undefined): ModelFolder['pooling'] {
  if (config?.pooling_mode_cls_token) return 'cls';
  if (config?.pooling_mode_mean_tokens !== false) return 'mean';
  throw new UnusableModelFolderError(
    `${CONFIG_FILES.pooling} selects neither mean nor cls pooling: use a different model`,
  );
}

async function digestOf(directory: string, names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of names) {
    const file = join(directory, name);
    if (!existsSync(file)) continue;
    hash.update(`\n${name}\n`);
    for await (const bytes of createReadStream(file)) hash.update(bytes);
  }
  return hash.digest('hex').slice(0, 32);
}
