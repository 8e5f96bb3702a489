import { type Passage, promptOf } from './answer-prompt.ts';
import { ModelServerError, type ModelSettings, openModelServer, type ReplyLimits } from './model-client.ts';
import { readChat } from './chat-stream.ts';
import {
  answerSoFar,
  readWrittenAnswer,
  WRITTEN_ANSWER_SCHEMA,
  type WrittenAnswer,
} from './generated-answer.ts';

export interface AnswerModel {
  readonly model: string;
  readonly host: string;
  /**
   * Has the model answer from passages alone: yields the answer's text in pieces as it is written, then all of what was
   * written, `undefined` if that is not what was asked for. Nothing of it is proved. Throws ModelServerError.
   */
  write(
    question: string,
    passages: readonly Passage[],
    signal: AbortSignal,
  ): AsyncGenerator<{ text: string } | { whole: WrittenAnswer | undefined }, void>;
}

/** Models of one's own begin slowly: they are read from disk first. */
const LIMITS: ReplyLimits = { firstByteMs: 20_000, wholeMs: 60_000, mostBytes: 4 * 1024 * 1024 };

/** Far longer than the few sentences that are asked for. */
const LONGEST_ANSWER = 4_000;

export function createAnswerModel(
  { model, ...server }: ModelSettings,
  limits: ReplyLimits = LIMITS,
): AnswerModel {
  const { host, post } = openModelServer(server);
  return {
    model,
    host,
    async *write(question, passages, signal) {
      const body = {
        model,
        stream: true,
        messages: promptOf(question, passages),
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', strict: true, schema: WRITTEN_ANSWER_SCHEMA },
        },
      };
      let written = '';
      let told = 0;
      for await (const piece of readChat(post('/chat/completions', body, limits, signal))) {
        written += piece;
        const answer = answerSoFar(written);
        if (answer.length > LONGEST_ANSWER) throw new ModelServerError('The model writes without end');
        if (answer.length > told) yield { text: answer.slice(told) };
        told = answer.length;
      }
      yield { whole: readWrittenAnswer(written) };
    },
  };
}
