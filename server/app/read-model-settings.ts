import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

/** Reads the settings of models that a service runs. */
export function readModelSettings(values: Environment) {
  const {
    AI_BASE_URL: baseUrl,
    AI_API_KEY: apiKey,
    AI_MODEL: answering,
    AI_EMBEDDING_MODEL: embedding,
  } = values;
  if (baseUrl === undefined) {
    if ((apiKey ?? answering ?? embedding) !== undefined)
      throw new Error('AI_BASE_URL is not set, but other AI_ settings are');
    return { answerModel: undefined, embeddingModel: undefined };
  }
  if ((answering ?? embedding) === undefined)
    throw new Error('AI_BASE_URL requires AI_MODEL or AI_EMBEDDING_MODEL');
  const named = (model: string | undefined) =>
    model === undefined ? undefined : { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model };
  return { answerModel: named(answering), embeddingModel: named(embedding) };
}

/** Reads the folder of a model that this server runs itself. */
export function readModelDirectory({
  EMBEDDING_MODEL_DIR: directory,
  AI_EMBEDDING_MODEL: model,
}: Environment) {
  if (directory === undefined) return undefined;
  // An operator who wants nothing to leave the machine must not find out later that it did.
  if (model !== undefined)
    throw new Error('EMBEDDING_MODEL_DIR and AI_EMBEDDING_MODEL are both set; set only one of them');
  return resolve(directory);
}
