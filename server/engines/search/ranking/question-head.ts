import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { expandQuestion } from '../lexicon/expand-question.ts';
import { findExpression } from '../lexicon/expansion-terms.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';

/** Matches what a question asks for of something: “the password of the payroll system”. */
const ASKS_OF =
  /^\s*(?:what|which) (?:is|was|are|were) (?:the|our|its|their) (\p{L}[\p{L}\s-]{2,60}?) (?:of|for|in|at|on|under|with|to)\b/iu;
/** Words that texts seldom use for what they state, or that stand for something more exact. */
const VAGUE_HEADS = new Set(
  `amount number name names value date type kind size level total sum percentage share rate ratio year term terms form purpose meaning definition role title result results reason reasons
  cause causes effect effects impact nature status basis list importance goal goals difference population percent length duration location position majority origin history benefit benefits
  advantage advantages consequence consequences relationship way ways use uses job occupation age height weight distance depth speed temperature example examples aim point
  part parts change changes increase decrease growth proportion value values language languages nationality country city capital place source sources main first last largest biggest highest most process method methods cost price limit`.split(
    /\s+/,
  ),
);

/**
 * Returns a test of whether a table or document has the thing that is asked for of another, itself or as another expression: a
 * list of systems without the word password does not say what the password of one is. Nothing for other questions, and where
 * texts seldom name what they state.
 */
export function createHeadTest(
  view: PermittedView,
  question: string,
): ((isFound: (stems: readonly number[]) => boolean) => boolean) | undefined {
  const asked = ASKS_OF.exec(question)?.[1] ?? '';
  const head = tokenize(asked)
    .filter(({ kind, text }) => kind === 'word' && !STOP_WORDS.has(text))
    .at(-1)?.text;
  if (head === undefined || VAGUE_HEADS.has(head)) return undefined;
  const others = expandQuestion(question)
    .filter(({ words }) => words.includes(head))
    .flatMap(({ others }) => others.map((other) => findExpression(view, other)));
  const expressions = [[view.findStems(head)], ...others];
  return (isFound) => expressions.some((words) => words.length > 0 && words.every(isFound));
}
