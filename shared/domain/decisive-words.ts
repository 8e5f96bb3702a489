import { type AnswerType, answerTypeOf } from './answer-types.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** With more, no words decide. */
const MAX_RANGES = 3;

const CURRENCY = '(?:EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|[€$£¥])';
const WORD_NUMBER =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred)';
const DIGITS = "\\d+(?:[.,'’\\u00a0 ]\\d+)*";
const SCALE = '(?:%|percent\\b|per cent\\b|thousand\\b|million\\b|billion\\b)';
const CURRENCY_WORD = '(?:EUR|USD|GBP|CHF|[€$£]|euros?\\b|dollars?\\b|pounds?\\b|francs?\\b)';
const UNIT = '(?:second|minute|hour|day|week|month|quarter|year|decade)s?\\b';
const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const NAME = "\\p{Lu}[\\p{L}\\d&'’.-]*\\p{L}";
const NAMES = `${NAME}(?:\\s(?:(?:of|de|van|von|der|and|&)\\s)?${NAME})*`;

/** Patterns of the words of each type; amounts have a currency, a unit or a scale. */
const PATTERNS: Readonly<Record<AnswerType, RegExp>> = {
  amount: new RegExp(
    `${CURRENCY}\\s?${DIGITS}(?:\\s?${SCALE})?|${DIGITS}\\s?${SCALE}(?:\\s${CURRENCY_WORD})?|${DIGITS}\\s?${CURRENCY_WORD}`,
    'gu',
  ),
  number: new RegExp(`(?<![\\p{L}\\d])(?:${DIGITS}|${WORD_NUMBER}\\b)`, 'giu'),
  date: new RegExp(
    `\\b\\d{1,2}\\.? ${MONTH}\\.? \\d{4}\\b|\\b${MONTH}\\.? \\d{1,2}, \\d{4}\\b|\\b${MONTH} \\d{4}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b(?:1[89]|20)\\d\\d\\b`,
    'gu',
  ),
  duration: new RegExp(
    `(?<![\\p{L}\\d])(?:${DIGITS}|${WORD_NUMBER}(?:[ -]${WORD_NUMBER})?)(?: \\(\\d+\\))?[ -](?:business |calendar |working )?${UNIT}`,
    'giu',
  ),
  person: new RegExp(NAMES, 'gu'),
  place: new RegExp(NAMES, 'gu'),
};

/** Question words that say more than the nouns after them, as in 'When is the rent due?'. */
const QUESTION_WORDS: readonly (readonly [RegExp, AnswerType])[] = [
  [/^\s*when\b/i, 'date'],
  [/^\s*who(?:m|se)?\b/i, 'person'],
  [/^\s*where\b/i, 'place'],
];

/**
 * Returns the words of an answer that the question asks for, such as an amount or a date, in their order; words of the
 * question are not among them. Returns nothing when the question asks for nothing in particular or too much fits.
 */
export function findDecisiveWords(question: string, answer: string): readonly Range[] {
  const type = QUESTION_WORDS.find(([word]) => word.test(question))?.[1] ?? answerTypeOf(question);
  if (type === undefined) return [];
  const asked = question.toLowerCase();
  const found = [...answer.matchAll(PATTERNS[type])]
    .filter(([words]) => !asked.includes(words.toLowerCase()))
    .map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
  const decisive = PROPER_NAME_TYPES.has(type)
    ? found.filter(({ start, end }) => start > 0 || answer.slice(start, end).includes(' '))
    : found;
  return decisive.length > MAX_RANGES ? [] : decisive;
}

/** A single word with a capital at the beginning of a sentence need not be a name. */
const PROPER_NAME_TYPES: ReadonlySet<AnswerType> = new Set(['person', 'place']);
