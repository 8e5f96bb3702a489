/** Returns a function that asks questions one after the other: the next one once the last has its answer. */
export function createQuestionQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(ask);
    last = answer.catch(() => undefined);
    return answer;
  };
}
