import { findDecisiveWords } from '#shared/domain/decisive-words.ts';

/** Renders an answer with the words in bold that the question asks for. */
export function AnswerText({ question, answer }: { question: string; answer: string }) {
  let end = 0;
  const parts = findDecisiveWords(question, answer).flatMap((range) => {
    const before = answer.slice(end, range.start);
    end = range.end;
    return [before, <b key={range.start}>{answer.slice(range.start, range.end)}</b>];
  });
  return (
    <p className="max-w-3xl whitespace-pre-line text-pretty text-lg leading-7 wrap-anywhere [&_b]:font-semibold">
      {parts}
      {answer.slice(end)}
    </p>
  );
}
