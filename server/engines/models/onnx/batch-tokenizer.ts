import { Tokenizer } from '@huggingface/tokenizers';
import type { ModelFolder } from './model-folder.ts';
import { UnusableModelFolderError } from './unusable-model-folder-error.ts';

/** Token ids of a batch of texts: a row per text, padded to the longest. */
export interface TokenBatch {
  readonly rows: number;
  readonly columns: number;
  readonly ids: BigInt64Array;
  /** 1 for a token, 0 for padding. */
  readonly mask: BigInt64Array;
}

export type TokenizeBatch = (texts: readonly string[]) => TokenBatch;

export function createBatchTokenizer(folder: ModelFolder): TokenizeBatch {
  const { maxTokens } = folder;
  const tokenizer = loadTokenizer(folder);
  const paddingId = paddingIdOf(tokenizer, folder);
  /** Token that ends every text, including a truncated one. */
  const last = tokenizer.encode('').ids.at(-1);
  const encode = (text: string): number[] => {
    const { ids } = tokenizer.encode(text);
    if (ids.length <= maxTokens) return ids;
    return last !== undefined && ids.at(-1) === last
      ? [...ids.slice(0, maxTokens - 1), last]
      : ids.slice(0, maxTokens);
  };
  return (texts) => {
    const encoded = texts.map(encode);
    const columns = Math.max(1, ...encoded.map(({ length }) => length));
    const ids = new BigInt64Array(texts.length * columns).fill(BigInt(paddingId));
    const mask = new BigInt64Array(texts.length * columns);
    for (const [row, tokens] of encoded.entries()) {
      ids.set(tokens.map(BigInt), row * columns);
      mask.fill(1n, row * columns, row * columns + tokens.length);
    }
    return { rows: texts.length, columns, ids, mask };
  };
}

function loadTokenizer({ tokenizer, tokenizerConfig }: ModelFolder): Tokenizer {
  try {
    const opened = new Tokenizer(tokenizer, tokenizerConfig);
    opened.encode('document');
    return opened;
  } catch (cause) {
    throw new UnusableModelFolderError('tokenizer.json is not supported: use a different model', cause);
  }
}

function paddingIdOf(tokenizer: Tokenizer, { tokenizerConfig, paddingId }: ModelFolder): number {
  const named = tokenizerConfig.pad_token;
  const token = typeof named === 'object' ? named?.content : named;
  return (token === undefined ? undefined : tokenizer.token_to_id(token)) ?? paddingId ?? 0;
}
