import type { AnswerEvent } from '#shared/contracts/answers.ts';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';

type UnansweredReason = Extract<AnswerEvent, { type: 'unanswered' }>['reason'] | 'stopped';

/** The language model that was asked, and what it was shown. */
interface ModelRequest {
  readonly model: string;
  readonly host: string | null;
  readonly passages: readonly Citation[];
}

/** An answer as far as it has come. */
export interface AnswerState {
  readonly result?: SearchResult;
  readonly modelRequest?: ModelRequest;
  /** The text of a model that is still writing. */
  readonly streamedText?: string;
  /** Why the result is not what a model wrote. */
  readonly unansweredReason?: UnansweredReason;
}

export function applyAnswerEvent(answer: AnswerState, event: AnswerEvent): AnswerState {
  const { streamedText, ...known } = answer;
  switch (event.type) {
    case 'found':
      return { result: event.result };
    case 'asked':
      return { ...known, modelRequest: event, streamedText: '' };
    case 'text':
      return { ...known, streamedText: `${streamedText ?? ''}${event.text}` };
    case 'answered':
      return { ...known, result: event.result };
    case 'unanswered':
      return { ...known, unansweredReason: event.reason };
  }
}

/** The answer when nothing more comes: what a model was still writing was proved by nothing. */
export function finishAnswer(answer: AnswerState, reason: UnansweredReason): AnswerState {
  const { streamedText, ...known } = answer;
  return streamedText === undefined ? answer : { ...known, unansweredReason: reason };
}

const VERBATIM_NOTE = 'Verbatim passages are shown below.';

/** Why the answer is not a model's, for people. */
export const UNANSWERED_MESSAGES: Record<UnansweredReason, string> = {
  busy: `The language model is still answering your other questions. ${VERBATIM_NOTE}`,
  unavailable: `The language model did not answer. ${VERBATIM_NOTE}`,
  'no-answer': `The language model found no answer in these passages. ${VERBATIM_NOTE}`,
  unproven: `The language model’s answer is hidden because the documents do not support it. ${VERBATIM_NOTE}`,
  stopped: `The language model was stopped. ${VERBATIM_NOTE}`,
};

const pluralize = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

/** Which model saw how much of what: `Answered by llama3.1 at localhost:11434 from 4 passages of 2 files`. */
export function describeModelRequest({
  modelRequest,
  streamedText,
  unansweredReason,
}: AnswerState): string | undefined {
  if (!modelRequest) return undefined;
  const { model, host, passages } = modelRequest;
  const who = host === null ? model : `${model} at ${host}`;
  const files = pluralize(new Set(passages.map(({ fileId }) => fileId)).size, 'file');
  const what = `${pluralize(passages.length, 'passage')} of ${files}`;
  if (streamedText !== undefined) return `${who} is reading ${what}`;
  return unansweredReason === undefined ? `Answered by ${who} from ${what}` : `${who} was shown ${what}`;
}
