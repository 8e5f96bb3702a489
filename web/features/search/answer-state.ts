import type { AnswerEvent } from '#shared/contracts/answers.ts';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';

type Unanswered = Extract<AnswerEvent, { type: 'unanswered' }>['reason'] | 'stopped';

/** The language model that was asked, and what it was shown. */
interface AskedModel {
  readonly model: string;
  readonly host: string | null;
  readonly passages: readonly Citation[];
}

/** An answer as far as it has come. */
export interface FollowedAnswer {
  readonly result?: SearchResult;
  readonly asked?: AskedModel;
  /** The text of a model that is still writing. */
  readonly written?: string;
  /** Why the result is not what a model wrote. */
  readonly unanswered?: Unanswered;
}

export function followAnswer(answer: FollowedAnswer, event: AnswerEvent): FollowedAnswer {
  const { written, ...known } = answer;
  switch (event.type) {
    case 'found':
      return { result: event.result };
    case 'asked':
      return { ...known, asked: event, written: '' };
    case 'text':
      return { ...known, written: `${written ?? ''}${event.text}` };
    case 'answered':
      return { ...known, result: event.result };
    case 'unanswered':
      return { ...known, unanswered: event.reason };
  }
}

/** The answer when nothing more comes: what a model was still writing was proved by nothing. */
export function endAnswer(answer: FollowedAnswer, reason: Unanswered): FollowedAnswer {
  const { written, ...known } = answer;
  return written === undefined ? answer : { ...known, unanswered: reason };
}

const AS_FOUND = 'Below is what the documents say, word for word.';

/** Why the answer is not a model's, for people. */
export const WHY_UNANSWERED: Record<Unanswered, string> = {
  busy: `You are waiting for other answers of the language model. ${AS_FOUND}`,
  unavailable: `The language model did not answer. ${AS_FOUND}`,
  'no-answer': `The language model found no answer in these passages. ${AS_FOUND}`,
  unproven: `What the language model wrote is not shown: the documents do not prove it. ${AS_FOUND}`,
  stopped: `The language model was stopped. ${AS_FOUND}`,
};

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

/** Which model saw how much of what: `Answered by llama3.1 at localhost:11434 from 4 passages of 2 files`. */
export function tellAsked({ asked, written, unanswered }: FollowedAnswer): string | undefined {
  if (!asked) return undefined;
  const { model, host, passages } = asked;
  const who = host === null ? model : `${model} at ${host}`;
  const files = count(new Set(passages.map(({ fileId }) => fileId)).size, 'file');
  const what = `${count(passages.length, 'passage')} of ${files}`;
  if (written !== undefined) return `${who} is reading ${what}`;
  return unanswered === undefined ? `Answered by ${who} from ${what}` : `${who} was shown ${what}`;
}
