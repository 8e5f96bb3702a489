import { STOP_WORDS } from './stop-words.ts';
import { type Term, tokenize } from './tokenize.ts';

/** Legal forms, which a name is often quoted with and written without. */
export const COMPANY_SUFFIXES: ReadonlySet<string> = new Set(
  'inc incorporated corp corporation ltd limited llc lp llp plc co company gmbh ag kg se sa sas sarl nv bv spa srl oy ab as'.split(
    ' ',
  ),
);
const CONNECTORS: ReadonlySet<string> = new Set('of and the de du der und et y e'.split(' '));
/** Capitalized words before the legal form. */
const [MIN_WORDS, MAX_WORDS] = [2, 4];

/** Splits a title into terms, with the initials of each company in it: “Deutsche Bank AG” is found as DB too. */
export function tokenizeTitle(title: string): Term[] {
  const terms = tokenize(title);
  const words = terms.filter(({ kind }) => kind !== 'extra');
  return [
    ...terms,
    ...words.flatMap(({ text }, at) => (COMPANY_SUFFIXES.has(text) ? initialsBefore(title, words, at) : [])),
  ];
}

/** Returns the initials of the two, three or four capitalized words before the legal form: where the name begins is not known. */
function initialsBefore(title: string, words: readonly Term[], end: number): Term[] {
  const initials: Term[] = [];
  let count = 0;
  for (let at = end - 1; at >= 0 && count < MAX_WORDS; at--) {
    const word = words[at];
    if (word === undefined || !/^\p{Lu}/u.test(title.slice(word.start, word.end))) {
      if (word !== undefined && CONNECTORS.has(word.text)) continue;
      break;
    }
    count++;
    const name = words.slice(at, end);
    const forms = [name, name.filter(({ text }) => !CONNECTORS.has(text))].map((some) =>
      some.map(({ text }) => text[0]).join(''),
    );
    for (const text of count < MIN_WORDS ? [] : new Set(forms))
      if (!STOP_WORDS.has(text)) initials.push({ text, kind: 'extra', start: word.start, end: word.end });
  }
  return initials;
}
