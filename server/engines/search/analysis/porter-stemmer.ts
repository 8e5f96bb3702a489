// Porter's stemmer: M. F. Porter, 'An algorithm for suffix stripping', 1980.

const consonants = '[^aeiou][^aeiouy]*';
const vowels = '[aeiouy][aeiou]*';
const hasMeasure = new RegExp(`^(?:${consonants})?${vowels}${consonants}`);
const hasMeasureOne = new RegExp(`^(?:${consonants})?${vowels}${consonants}(?:${vowels})?$`);
const hasMeasureTwo = new RegExp(`^(?:${consonants})?(?:${vowels}${consonants}){2}`);
const hasVowel = new RegExp(`^(?:${consonants})?[aeiouy]`);
const endsShort = /^[^aeiou][^aeiouy]*[aeiouy][^aeiouwxy]$/;

type Rules = ReadonlyArray<readonly [suffix: string, replacement: string]>;

const step2: Rules = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];

const step3: Rules = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const step4 =
  /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

/** Applies the first rule whose suffix matches, even if the rest of the word is too short to replace it. */
function replaceSuffix(word: string, rules: Rules): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const base = word.slice(0, -rule[0].length);
  return hasMeasure.test(base) ? base + rule[1] : word;
}

function withoutPastOrGerund(word: string): string {
  if (word.endsWith('eed')) return hasMeasure.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = /^(.+)(?:ed|ing)$/.exec(word)?.[1];
  if (base === undefined || !hasVowel.test(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return endsShort.test(base) ? `${base}e` : base;
}

/** Stems an English word in lower case. */
export function stemEnglish(input: string): string {
  if (input.length < 3) return input;
  let word = input;
  if (/(?:ss|i)es$/.test(word)) word = word.slice(0, -2);
  else if (/[^s]s$/.test(word)) word = word.slice(0, -1);
  word = withoutPastOrGerund(word);
  if (word.endsWith('y') && hasVowel.test(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, step2);
  word = replaceSuffix(word, step3);
  const base = step4.exec(word)?.[1];
  if (base !== undefined && hasMeasureTwo.test(base)) word = base;
  if (word.endsWith('e')) {
    const rest = word.slice(0, -1);
    if (hasMeasureTwo.test(rest) || (hasMeasureOne.test(rest) && !endsShort.test(rest))) word = rest;
  }
  return word.endsWith('ll') && hasMeasureTwo.test(word) ? word.slice(0, -1) : word;
}
