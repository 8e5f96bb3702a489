import type { Match } from './finding.ts';

/** Words that say whose date follows, in the languages that documents of deals use most. */
const CUE =
  /(?:date of birth|birth ?date|birthday|\bd\.?o\.?b\b\.?|\bborn\b|geboren|geburts(?:datum|tag)|\bgeb\.|date de naissance|\bnée?\b|data di nascita|\bnat[oa]\b|fecha de nacimiento|\bnacid[oa]\b|geboortedatum|data urodzenia|födelsedatum)/giu;

/** Characters between the words and the date: "born in Hamburg on". */
const MAX_DISTANCE = 40;

const MONTHS = [
  ['january', 'januar', 'janvier', 'gennaio', 'enero', 'jan', 'januari'],
  ['february', 'februar', 'février', 'febbraio', 'febrero', 'feb', 'februari'],
  ['march', 'märz', 'mars', 'marzo', 'mar', 'maart'],
  ['april', 'avril', 'aprile', 'abril', 'apr'],
  ['may', 'mai', 'maggio', 'mayo', 'mei', 'maj'],
  ['june', 'juni', 'juin', 'giugno', 'junio', 'jun'],
  ['july', 'juli', 'juillet', 'luglio', 'julio', 'jul'],
  ['august', 'août', 'agosto', 'aug', 'augustus', 'augusti'],
  ['september', 'septembre', 'settembre', 'septiembre', 'sep', 'sept'],
  ['october', 'oktober', 'octobre', 'ottobre', 'octubre', 'oct', 'okt'],
  ['november', 'novembre', 'noviembre', 'nov'],
  ['december', 'dezember', 'décembre', 'dicembre', 'diciembre', 'dec', 'dez'],
];
const MONTH_NUMBERS = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1])));
const MONTH = [...MONTH_NUMBERS.keys()].toSorted((one, other) => other.length - one.length).join('|');

const YEAR = '(?:19|20)\\d{2}';
const DATE = new RegExp(
  [
    `(?<iso>${YEAR}-\\d{1,2}-\\d{1,2})`,
    `(?<numbers>\\d{1,2}[./-]\\s?\\d{1,2}[./-]\\s?(?:${YEAR}|\\d{2}))`,
    `(?<dayFirst>\\d{1,2}(?:st|nd|rd|th|er|\\.|º)?\\s(?:of\\s|de\\s)?(?:${MONTH})\\.?,?\\s(?:de\\s)?${YEAR})`,
    `(?<monthFirst>(?:${MONTH})\\.?\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s${YEAR})`,
  ]
    .map((form) => `(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`)
    .join('|'),
  'iu',
);

/** Finds the dates behind words such as "born on". */
export function* findBirthDates(text: string): Generator<Match> {
  for (const { 0: cue, index } of text.matchAll(CUE)) {
    const from = index + cue.length;
    const date = DATE.exec(text.slice(from, from + MAX_DISTANCE + 30));
    if (!date || date.index > MAX_DISTANCE || !isDate(date[0])) continue;
    const start = from + date.index;
    yield { kind: 'birth-date', start, end: start + date[0].length, value: normalize(date[0]) };
  }
}

/** Tells whether its numbers can be a day and a month, in either order. */
function isDate(written: string): boolean {
  const small = (written.match(/\d+/g) ?? [])
    .map(Number)
    .filter((number) => number < 1000)
    .slice(0, 2);
  const isNamed = /\p{L}{3}/u.test(written);
  const [one = 0, other = 1] = small;
  if (isNamed) return one >= 1 && one <= 31;
  return one >= 1 && other >= 1 && Math.max(one, other) <= 31 && Math.min(one, other) <= 12;
}

function normalize(written: string): string {
  const parts = written.toLowerCase().match(/\d+|\p{L}+/gu) ?? [];
  return parts
    .flatMap((part) => (/^\d/.test(part) ? Number(part) : (MONTH_NUMBERS.get(part) ?? [])))
    .join('-');
}
