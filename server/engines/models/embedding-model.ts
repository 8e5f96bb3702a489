import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { ModelServerError, openModelServer, type ReplyLimits } from './model-client.ts';

export interface Embedded {
  /** Whose vectors these are: those of another server, model or length cannot be compared with them. */
  readonly model: { readonly provider: string; readonly name: string; readonly dimensions: number };
  /** Of length 1, in the order of the texts. */
  readonly vectors: readonly Float32Array[];
}

export interface EmbeddingModel {
  /** Throws ModelError when the model has no vectors for the texts in time. */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<Embedded>;
}

export type EmbeddingPurpose = 'question' | 'passages';

/** Longer than this nobody waits for a question's vector. */
export const QUESTION_MS = 2_000;

/** Somebody waits for a question; nobody for passages. */
const TIMES = {
  question: { firstByteMs: QUESTION_MS, wholeMs: QUESTION_MS },
  passages: { firstByteMs: 60_000, wholeMs: 120_000 },
} satisfies Record<EmbeddingPurpose, Omit<ReplyLimits, 'mostBytes'>>;

/** Longer vectors would take the memory of the room. */
export const MOST_DIMENSIONS = 4_096;
/** What a number takes in JSON, with room around it. */
const BYTES_A_NUMBER = 32;

const reply = z.object({
  data: z.array(
    z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(MOST_DIMENSIONS) }),
  ),
});

/** A model on an OpenAI-compatible server. */
export function openEmbeddingModel(settings: {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}): EmbeddingModel {
  const server = openModelServer(settings);
  return {
    async embed(texts, purpose, signal) {
      const mostBytes = (texts.length + 1) * MOST_DIMENSIONS * BYTES_A_NUMBER;
      const body = { model: settings.model, input: texts.map((each) => each.toWellFormed()) };
      const received = await text(server.post('/embeddings', body, { ...TIMES[purpose], mostBytes }, signal));
      const vectors = readVectors(received, texts.length);
      const dimensions = vectors[0]?.length ?? 0;
      return { model: { provider: server.host, name: settings.model, dimensions }, vectors };
    },
  };
}

function readVectors(received: string, count: number): Float32Array[] {
  const parsed = reply.safeParse(parseJson(received));
  const data = parsed.data?.data.toSorted((one, other) => one.index - other.index) ?? [];
  const dimensions = data[0]?.embedding.length;
  const isWhole =
    data.length === count &&
    data.every(({ index, embedding }, at) => index === at && embedding.length === dimensions);
  // Said without what was received: it may repeat what was asked.
  if (!isWhole) throw new ModelServerError('The server’s reply is not one vector for each text');
  return data.map(({ embedding }) => ofLengthOne(embedding));
}

function parseJson(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}

function ofLengthOne(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}
