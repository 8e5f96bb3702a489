import { findDecisiveWords } from '#shared/domain/decisive-words.ts';

/** The number of a clause or the bullet of a list, which the quoted sentence begins with. */
const ENUMERATION = /^(?:\d+(?:\.\d+)+\.?|\d{1,3}[.)]|\([a-z\d]{1,4}\)|[•▪–-])\s+(?=["“‘(]?\p{Lu})/u;

/**
 * Renders an answer with the words in bold that the question asks for; what only numbers the sentence stays in the background.
 */
export function AnswerText({ question, answer }: { question: string; answer: string }) {
  const [enumeration = ''] = ENUMERATION.exec(answer) ?? [];
  const text = answer.slice(enumeration.length);
  let end = 0;
  const parts = findDecisiveWords(question, text).flatMap((range) => {
    const before = text.slice(end, range.start);
    end = range.end;
    return [before, <b key={range.start}>{text.slice(range.start, range.end)}</b>];
  });
  return (
    <p className="max-w-3xl whitespace-pre-line text-pretty text-lg leading-7 wrap-anywhere [&_b]:font-semibold">
      {enumeration && <span className="text-ink-muted">{enumeration}</span>}
      {parts}
      {text.slice(end)}
    </p>
  );
}
