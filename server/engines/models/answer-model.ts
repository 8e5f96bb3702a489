import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { buildPrompt, type Passage } from './answer-prompt.ts';
import {
  GENERATED_ANSWER_SCHEMA,
  type GeneratedAnswer,
  parseGeneratedAnswer,
  parsePartialAnswer,
} from './generated-answer.ts';
import {
  createModelClient,
  ModelServerError,
  type ModelSettings,
  type ResponseLimits,
} from './model-client.ts';

/** Limits the output, including reasoning before the answer. */
const MAX_OUTPUT_CHARACTERS = 32_000;

const chatChunk = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })),
});

/** Yields the text of a streamed chat completion as it arrives. */
async function* readChatStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  const decoder = new TextDecoder();
  let left = MAX_OUTPUT_CHARACTERS;
  for await (const piece of bytes) {
    parser.feed(decoder.decode(piece, { stream: true }));
    for (const event of events.splice(0)) {
      const text = parseDelta(event);
      left -= text.length;
      if (left < 0) throw new ModelServerError('The model output exceeds the limit');
      if (text !== '') yield text;
    }
  }
}

function parseDelta(event: string): string {
  if (event === '[DONE]') return '';
  const parsed = chatChunk.safeParse(parseJson(event));
  // The message leaves out the event, which may repeat the question.
  if (!parsed.success) throw new ModelServerError('Unexpected event in the chat stream');
  return parsed.data.choices[0]?.delta?.content ?? '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface AnswerModel {
  readonly model: string;
  readonly host: string;
  /**
   * Lets the model answer from the passages only. Yields the answer's text in pieces as it is written, then the whole
   * answer with its quotes; `undefined` when the output has another shape. The quotes are not verified. Throws
   * ModelServerError.
   */
  generate(
    question: string,
    passages: readonly Passage[],
    signal: AbortSignal,
  ): AsyncGenerator<{ text: string } | { whole: GeneratedAnswer | undefined }, void>;
}

/** A local model server starts slowly, because it loads the model from disk first. */
const LIMITS: ResponseLimits = {
  firstByteTimeoutMs: 20_000,
  totalTimeoutMs: 60_000,
  maxBytes: 4 * 1024 * 1024,
};

/** Far above the few sentences that the prompt asks for. */
const MAX_ANSWER_LENGTH = 4_000;

/** Creates a language model on an OpenAI-compatible server. */
export function createAnswerModel(
  { model, ...server }: ModelSettings,
  limits: ResponseLimits = LIMITS,
): AnswerModel {
  const { host, post } = createModelClient(server);
  return {
    model,
    host,
    async *generate(question, passages, signal) {
      const body = {
        model,
        stream: true,
        messages: buildPrompt(question, passages),
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', strict: true, schema: GENERATED_ANSWER_SCHEMA },
        },
      };
      let output = '';
      let sentLength = 0;
      for await (const piece of readChatStream(post('/chat/completions', body, limits, signal))) {
        output += piece;
        const answer = parsePartialAnswer(output);
        if (answer.length > MAX_ANSWER_LENGTH)
          throw new ModelServerError('The model output exceeds the limit');
        if (answer.length > sentLength) yield { text: answer.slice(sentLength) };
        sentLength = answer.length;
      }
      yield { whole: parseGeneratedAnswer(output) };
    },
  };
}
