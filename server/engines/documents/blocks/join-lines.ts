const HYPHENATED = /(\p{L}+)-$/u;
const CONTINUATION = /^\p{Ll}+/u;
/** Scripts that part no words: a line's end is no blank there. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

/** The hyphenated words that stand inside lines ('non-exclusive'): when one is broken at its hyphen, the hyphen is its own. */
export function findHyphenatedCompounds(lines: Iterable<string>): Set<string> {
  const compounds = new Set<string>();
  for (const line of lines) {
    for (const [word] of line.matchAll(/\p{L}+-\p{Ll}+/gu)) compounds.add(word.toLowerCase());
  }
  return compounds;
}

/** The lines of a paragraph as running text, words that were broken at a line's end made whole. */
export function joinLines(lines: readonly string[], compounds: ReadonlySet<string>): string {
  return lines.reduce((text, line) => {
    const head = HYPHENATED.exec(text)?.[1];
    const tail = CONTINUATION.exec(line)?.[0];
    if (head && tail) {
      return compounds.has(`${head}-${tail}`.toLowerCase()) ? text + line : text.slice(0, -1) + line;
    }
    const unspaced = UNSPACED.test(text.slice(-1)) && UNSPACED.test(line.slice(0, 1));
    return text === '' || unspaced ? text + line : `${text} ${line}`;
  }, '');
}
