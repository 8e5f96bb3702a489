/** Names up to this length are cut at the end, like other texts. */
const MIN_SPLIT_LENGTH = 20;
const MAX_END_LENGTH = 14;
const MIN_END_LENGTH = 6;
const SEPARATOR = /[\s_-]/;

/** Splits a name into a part that may be shortened and the end that tells it apart, at a word if possible. */
export function splitName(name: string): [start: string, end: string] {
  const letters = [...name];
  if (letters.length < MIN_SPLIT_LENGTH) return [name, ''];
  const earliest = letters.length - MAX_END_LENGTH;
  const latest = letters.length - MIN_END_LENGTH;
  const word = letters.findIndex(
    (letter, index) => index >= earliest - 1 && index < latest && SEPARATOR.test(letter),
  );
  const at = word < 0 ? earliest + 2 : word + 1;
  return [letters.slice(0, at).join(''), letters.slice(at).join('')];
}
