/** Compares the size of two numbers, to the two decimals of TAT-QA: *by how much* is answered with and without a sign. */
export const isSameNumber = (said: string, right: string): boolean =>
  Math.abs(numberIn(said) - numberIn(right)) < 0.011 + 1e-4 * numberIn(right);

const numberIn = (text: string): number => Number(/[\d.]+/.exec(text.replaceAll(',', ''))?.[0] ?? Number.NaN);
