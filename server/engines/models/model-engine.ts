import type { AnswerModel } from './answer-model.ts';
import type { EmbeddingModel } from './embedding-model.ts';
import type { ModelSettings } from './model-client.ts';
import { ModelError } from './model-error.ts';
import type { LocalEmbeddingModel } from './onnx/local-embedding-model.ts';

export type { AnswerModel } from './answer-model.ts';
export type { EmbeddingModel, Embeddings } from './embedding-model.ts';
export type { GeneratedAnswer } from './generated-answer.ts';
export type { ModelSettings } from './model-client.ts';
export type { LocalEmbeddingModel } from './onnx/local-embedding-model.ts';

// Each implementation is imported when it is opened, so that a server loads only the ones it is configured with.

/** Opens a language model on an OpenAI-compatible server. Sends nothing before the first question. */
export async function openAnswerModel(settings: ModelSettings): Promise<AnswerModel> {
  const { createAnswerModel } = await import('./answer-model.ts');
  return createAnswerModel(settings);
}

/** Opens an embedding model on an OpenAI-compatible server. Sends nothing before the first text. */
export async function openEmbeddingModel(settings: ModelSettings): Promise<EmbeddingModel> {
  const { createEmbeddingModel } = await import('./embedding-model.ts');
  return createEmbeddingModel(settings);
}

/** Starts the embedding model in a local directory. @throws UnusableModelFolderError when it cannot be used. */
export async function openLocalEmbeddingModel(directory: string): Promise<LocalEmbeddingModel> {
  const implementation = await import('./onnx/local-embedding-model.ts');
  return implementation.openLocalEmbeddingModel(directory);
}

/** Returns whether a model failed to give a result, as opposed to a defect in this program. */
export const isModelError = (error: unknown): boolean => error instanceof ModelError;

/** Returns whether a model refused this request for its content, for example its length; later requests may succeed. */
export const isInvalidRequest = (error: unknown): boolean =>
  error instanceof ModelError && error.isInvalidRequest;
