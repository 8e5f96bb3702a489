import { text } from 'node:stream/consumers';
import { z } from 'zod';
import {
  createModelClient,
  ModelServerError,
  type ModelSettings,
  type ResponseLimits,
} from './model-client.ts';

export interface Embeddings {
  /** Identifies the model; vectors of another server, model or length are not comparable. */
  readonly model: { readonly provider: string; readonly name: string; readonly dimensions: number };
  /** Vectors of length 1, in the order of the texts. */
  readonly vectors: readonly Float32Array[];
}

export interface EmbeddingModel {
  /** Throws ModelError when the model returns no vectors in time. */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<Embeddings>;
}

export type EmbeddingPurpose = 'question' | 'passages';

/** Time after which a search continues without the question's vector. */
export const QUESTION_TIMEOUT_MS = 2_000;

/** A person waits for a question's vector; passages are embedded in the background. */
const TIMEOUTS = {
  question: { firstByteTimeoutMs: QUESTION_TIMEOUT_MS, totalTimeoutMs: QUESTION_TIMEOUT_MS },
  passages: { firstByteTimeoutMs: 60_000, totalTimeoutMs: 120_000 },
} satisfies Record<EmbeddingPurpose, Omit<ResponseLimits, 'maxBytes'>>;

/** Bounds the memory that the index takes for vectors. */
export const MAX_DIMENSIONS = 4_096;
/** Generous size of a number in JSON. */
const BYTES_PER_NUMBER = 32;

const embeddingsResponse = z.object({
  data: z.array(
    z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(MAX_DIMENSIONS) }),
  ),
});

/** Creates an embedding model on an OpenAI-compatible server. */
export function createEmbeddingModel(settings: ModelSettings): EmbeddingModel {
  const client = createModelClient(settings);
  return {
    async embed(texts, purpose, signal) {
      const maxBytes = (texts.length + 1) * MAX_DIMENSIONS * BYTES_PER_NUMBER;
      const body = { model: settings.model, input: texts.map((input) => input.toWellFormed()) };
      const received = await text(
        client.post('/embeddings', body, { ...TIMEOUTS[purpose], maxBytes }, signal),
      );
      const vectors = parseVectors(received, texts.length);
      const dimensions = vectors[0]?.length ?? 0;
      return { model: { provider: client.host, name: settings.model, dimensions }, vectors };
    },
  };
}

function parseVectors(received: string, count: number): Float32Array[] {
  const parsed = embeddingsResponse.safeParse(parseJson(received));
  const data = parsed.data?.data.toSorted((left, right) => left.index - right.index) ?? [];
  const dimensions = data[0]?.embedding.length;
  const isComplete =
    data.length === count &&
    data.every(({ index, embedding }, position) => index === position && embedding.length === dimensions);
  // The message leaves out the response, which may repeat the texts.
  if (!isComplete) throw new ModelServerError('The response does not contain one vector per text');
  return data.map(({ embedding }) => normalizeVector(embedding));
}

function parseJson(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}

function normalizeVector(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}
