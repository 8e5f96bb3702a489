import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { createModelClient, ModelServerError, type ResponseLimits } from './model-client.ts';

export interface Embeddings {
  /** Whose vectors these are: those of another server, model or length cannot be compared with them. */
  readonly model: { readonly provider: string; readonly name: string; readonly dimensions: number };
  /** Of length 1, in the order of the texts. */
  readonly vectors: readonly Float32Array[];
}

export interface EmbeddingModel {
  /** Throws ModelError when the model has no vectors for the texts in time. */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<Embeddings>;
}

export type EmbeddingPurpose = 'question' | 'passages';

/** Longer than this nobody waits for a question's vector. */
export const QUESTION_TIMEOUT_MS = 2_000;

/** Somebody waits for a question; nobody for passages. */
const TIMEOUTS = {
  question: { firstByteTimeoutMs: QUESTION_TIMEOUT_MS, totalTimeoutMs: QUESTION_TIMEOUT_MS },
  passages: { firstByteTimeoutMs: 60_000, totalTimeoutMs: 120_000 },
} satisfies Record<EmbeddingPurpose, Omit<ResponseLimits, 'maxBytes'>>;

/** Longer vectors would take the memory of the room. */
export const MAX_DIMENSIONS = 4_096;
/** What a number takes in JSON, with room around it. */
const BYTES_PER_NUMBER = 32;

const embeddingsResponse = z.object({
  data: z.array(
    z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(MAX_DIMENSIONS) }),
  ),
});

/** A model on an OpenAI-compatible server. */
export function createEmbeddingModel(settings: {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}): EmbeddingModel {
  const server = createModelClient(settings);
  return {
    async embed(texts, purpose, signal) {
      const maxBytes = (texts.length + 1) * MAX_DIMENSIONS * BYTES_PER_NUMBER;
      const body = { model: settings.model, input: texts.map((each) => each.toWellFormed()) };
      const received = await text(
        server.post('/embeddings', body, { ...TIMEOUTS[purpose], maxBytes }, signal),
      );
      const vectors = parseVectors(received, texts.length);
      const dimensions = vectors[0]?.length ?? 0;
      return { model: { provider: server.host, name: settings.model, dimensions }, vectors };
    },
  };
}

function parseVectors(received: string, count: number): Float32Array[] {
  const parsed = embeddingsResponse.safeParse(parseJson(received));
  const data = parsed.data?.data.toSorted((one, other) => one.index - other.index) ?? [];
  const dimensions = data[0]?.embedding.length;
  const isWhole =
    data.length === count &&
    data.every(({ index, embedding }, at) => index === at && embedding.length === dimensions);
  // Said without what was received: it may repeat what was asked.
  if (!isWhole) throw new ModelServerError('The server’s reply is not one vector for each text');
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
