import { buildPrompt, type Passage } from './answer-prompt.ts';
import { readChatStream } from './chat-stream.ts';
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

export interface AnswerModel {
  readonly model: string;
  readonly host: string;
  /**
   * Has the model answer from passages alone: yields the answer's text in pieces as it is written, then all of what was
   * written, `undefined` if that is not what was asked for. Nothing of it is proved. Throws ModelServerError.
   */
  generate(
    question: string,
    passages: readonly Passage[],
    signal: AbortSignal,
  ): AsyncGenerator<{ text: string } | { whole: GeneratedAnswer | undefined }, void>;
}

/** Models of one's own begin slowly: they are read from disk first. */
const LIMITS: ResponseLimits = {
  firstByteTimeoutMs: 20_000,
  totalTimeoutMs: 60_000,
  maxBytes: 4 * 1024 * 1024,
};

/** Far longer than the few sentences that are asked for. */
const MAX_ANSWER_LENGTH = 4_000;

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
        if (answer.length > MAX_ANSWER_LENGTH) throw new ModelServerError('The model writes without end');
        if (answer.length > sentLength) yield { text: answer.slice(sentLength) };
        sentLength = answer.length;
      }
      yield { whole: parseGeneratedAnswer(output) };
    },
  };
}
