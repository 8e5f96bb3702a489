/** Shorter names are cut at the end, like other texts. */
const MIN_SPLIT_LENGTH = 20;
const MAX_END_LENGTH = 14;
const MIN_END_LENGTH = 6;
const SEPARATOR = /[\s_-]/;
/** In a name whose first letter is of a right-to-left script, the extension is at the left, where the name is cut. */
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const EXTENSION = /(?<=.)\.\w{1,5}$/u;

/**
 * Splits a name into a part that may be shortened and the end that tells it apart, at a word if possible. The end of a short name
 * in a right-to-left script is its extension.
 */
export function splitName(name: string): [start: string, end: string] {
  const letters = [...name];
  if (letters.length < MIN_SPLIT_LENGTH) {
    const extension = RIGHT_TO_LEFT.test(name) ? name.search(EXTENSION) : -1;
    return extension < 0 ? [name, ''] : [name.slice(0, extension), name.slice(extension)];
  }
  const earliest = letters.length - MAX_END_LENGTH;
  const latest = letters.length - MIN_END_LENGTH;
  const word = letters.findIndex(
    (letter, index) => index >= earliest - 1 && index < latest && SEPARATOR.test(letter),
  );
  const at = word < 0 ? earliest + 2 : word + 1;
  return [letters.slice(0, at).join(''), letters.slice(at).join('')];
}
