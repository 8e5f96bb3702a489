// Splits texts and questions into the words of the index of an archive, in the server and in the archive alike.

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that write without spaces: each character is a word. */
const SINGLE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const SINGLES = new RegExp(`${SINGLE.source}|(?:(?!${SINGLE.source}).)+`, 'gu');
const MAX_WORD_LENGTH = 40;

/** Returns a run of letters in the form of the index: `É` and `e` are the same. */
const fold = (run) =>
  /^[A-Za-z0-9]+$/.test(run)
    ? run.toLowerCase()
    : run
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .normalize('NFC');

/** Lists the words of a text, each with its place: `{ word, start, end }`. */
export function* splitWords(text) {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!SINGLE.test(run)) {
      const word = fold(run).slice(0, MAX_WORD_LENGTH);
      if (word !== '') yield { word, start: index, end: index + run.length };
      continue;
    }
    for (const part of run.matchAll(SINGLES)) {
      const word = fold(part[0]).slice(0, MAX_WORD_LENGTH);
      const start = index + part.index;
      if (word !== '') yield { word, start, end: start + part[0].length };
    }
  }
}
