import type { AnswerEvent } from '#shared/contracts/answers.ts';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';

type UnansweredReason = Extract<AnswerEvent, { type: 'unanswered' }>['reason'] | 'stopped';

/** Language model that received the question, with the passages it was sent. */
interface ModelRequest {
  readonly model: string;
  readonly host: string | null;
  readonly passages: readonly Citation[];
}

/** Answer received so far. */
export interface AnswerState {
  readonly result?: SearchResult;
  readonly modelRequest?: ModelRequest;
  /** Text of the language model while it is still streaming. */
  readonly streamedText?: string;
  /** Reason why the answer was not written by the language model. */
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

/** Ends the answer when no more events come; streamed text that was not verified is dropped. */
export function finishAnswer(answer: AnswerState, reason: UnansweredReason): AnswerState {
  const { streamedText, ...known } = answer;
  return streamedText === undefined ? answer : { ...known, unansweredReason: reason };
}

const VERBATIM_NOTE = 'Verbatim passages are shown below.';

/** Messages for each reason. */
export const UNANSWERED_MESSAGES: Record<UnansweredReason, string> = {
  busy: `The language model is still answering your other questions. ${VERBATIM_NOTE}`,
  limited: `The language model has written as many answers for you as it may in a day. ${VERBATIM_NOTE}`,
  unavailable: `The language model did not answer. ${VERBATIM_NOTE}`,
  'no-answer': `The language model found no answer in these passages. ${VERBATIM_NOTE}`,
  unproven: `The language model’s answer is hidden because the documents do not support it. ${VERBATIM_NOTE}`,
  stopped: `The language model was stopped. ${VERBATIM_NOTE}`,
};

const pluralize = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

/** Describes what the model received: `Answered by llama3.1 at localhost:11434 from 4 passages of 2 files`. */
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
