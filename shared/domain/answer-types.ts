/** Kinds of answers that a question asks for and a text can be checked for. */
export type AnswerType = 'amount' | 'number' | 'date' | 'duration' | 'person' | 'place';

const NUMBER_WORD =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|billion|half|dozen|' +
  'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez';
const NUMBER = `(?:\\p{N}|(?<!\\p{L})(?:${NUMBER_WORD}|one)(?!\\p{L}))`;
const TIME_UNIT =
  '(?:business |calendar |working )?(?:second|minute|hour|day|week|month|quarter|year|decade|Tag|Woche|Monat|Jahr|jour|semaine|mois|an|année|día|semana|mes|año)';
const MONTH =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|märz|march|mar|apr(?:il)?|may|mai|june?|juni|juin|july?|juli|juillet|aug(?:ust)?|août|sep(?:tember|tembre)?|oct(?:ober|obre)?|okt(?:ober)?|nov(?:ember|embre)?|de[cz](?:ember)?|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';

/** Questions for each type, the most specific first; English, German, French, Spanish, and Chinese question words. */
const QUESTIONS: readonly (readonly [AnswerType, RegExp])[] = [
  // “When is the amount paid?” asks for no amount.
  ['date', /^[\s¿]*(?:when|wann|quand|cuándo)(?!\p{L})/iu],
  ['person', /^[\s¿]*(?:who|wer|qui|quién(?:es)?)(?!\p{L})/iu],
  ['place', /^[\s¿]*(?:where|wo|où|dónde)(?!\p{L})/iu],
  [
    'duration',
    /\bhow (?:long|soon|often|much (?:time|notice))\b|\b(?:notice|warranty|renewal|initial) (?:period|term)\b|\bwie lange|\bcombien de temps|\bcuánto tiempo|多久|多长时间/iu,
  ],
  [
    'amount',
    /\bhow (?:much|expensive|large|big|high)\b|\b(?:price|amount|fee|rent|salary|percent(?:age)?|rate|revenues?|cost|costs|value|turnover|ebitda)\b|\bwie viel|\bcombien|\bcuánto|多少/iu,
  ],
  ['number', /\bhow (?:many|old|far|tall)\b|\bnumber of\b|\bwie viele|\bcuánt[oa]s|几/iu],
  [
    'date',
    /\bwhen\b|\b(?:what|which|on what|on which) (?:date|day|month|year|century|decade)\b|\b(?:date|year) of\b|\bwann\b|\bquand\b|\bcuándo\b|何时|什么时候|哪一?年/iu,
  ],
  ['person', /\bwho(?:m|se)?\b|\bwer\b|\bwem\b|\bwen\b|\bqui\b|\bquién(?:es)?\b|谁/iu],
  [
    'place',
    /\bwhere\b|\b(?:what|which|in what|in which) (?:city|country|state|place|court|jurisdiction)\b|\bwo\b|\boù(?!\p{L})|\bdónde\b|哪里|在哪/iu,
  ],
];

const ANSWERS: Readonly<Record<AnswerType, RegExp>> = {
  amount: new RegExp(NUMBER, 'iu'),
  number: new RegExp(NUMBER, 'iu'),
  date: new RegExp(
    `${NUMBER}[^.;]{0,20}?(?<!\\p{L})${TIME_UNIT}s? (?:after|before|from|following|of|prior to)\\b|(?<!\\d)(?:1[0-9]|20)\\d\\d(?!\\d)|(?<!\\p{L})(?:${MONTH})(?!\\p{L})|\\d{1,2}[./]\\d{1,2}[./]|\\bcentury\\b|世纪|年|月`,
    'iu',
  ),
  duration: new RegExp(
    `${NUMBER}[^.;]{0,20}?(?<!\\p{L})${TIME_UNIT}(?:s|e|en|n)?(?!\\p{L})|年|月|天|小时`,
    'iu',
  ),
  // A capital that does not begin the sentence; scripts without capitals always match.
  person: /(?<=[\p{L}\p{N},"“(] ?)\p{Lu}\p{L}+|\p{Lo}|^\p{Lu}\p{L}+ \p{Lu}\p{L}+/u,
  place: /(?<=\p{L}[ ,]\s?)\p{Lu}\p{L}+|\p{Lo}/u,
};

/** Returns the type of answer that a question asks for, if it is one that a text can be checked for. */
export const answerTypeOf = (question: string): AnswerType | undefined =>
  QUESTIONS.find(([, pattern]) => pattern.test(question))?.[0];

/** Numbers that name a place in a text or a thing: of a clause, of a reference to one, of a file. They answer no question. */
const NAMING_NUMBERS = [
  /^\s*[([]?\d+(?:\.\d+)*[.)\]]*(?=\s+\p{Lu})/u,
  /\b(?:clause|section|schedule|paragraph|article|annex|appendix|exhibit|part|page|note|chapter|figure|table|Ziffer|Abschnitt|Anlage|Artikel|cláusula|artículo)s?\s+\d+(?:\.\d+)*(?:\(\w+\))*/giu,
  /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*-[\p{L}\p{N}-]*\p{N}[\p{L}\p{N}-]*/gu,
];

/** Most sentences have none, and need not be read three times. */
const HAS_NUMBER = /\p{N}/u;

/** Dates, years beside a preposition and times: no amounts, although they have numbers. */
const DATES = new RegExp(
  `\\b\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?:${MONTH})(?!\\p{L})\\.?(?:,?\\s+\\d{4})?|(?<!\\p{L})(?:${MONTH})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}|(?<!\\p{L})(?:${MONTH})\\.?,?\\s+\\d{4}(?!\\d)|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b(?:in|since|until|by|during|of|im|seit|bis|en|depuis|desde) (?:19|20)\\d\\d(?![\\d,.-]*\\d)|\\b\\d{1,2}:\\d\\d\\b`,
  'giu',
);

/** Lengths of time, which are no amounts of something else. */
const DURATIONS = new RegExp(
  `(?<![\\p{N}.,])(?:\\p{N}{1,4}|${NUMBER})[\\s-]{1,3}${TIME_UNIT}(?:s|e|en|n)?(?!\\p{L})`,
  'giu',
);

/** Removes the numbers of a text that answer nothing. */
export const removeNamingNumbers = (text: string): string =>
  HAS_NUMBER.test(text) ? NAMING_NUMBERS.reduce((rest, pattern) => rest.replace(pattern, ' '), text) : text;

/** Returns whether the text contains something of the type. */
export function hasAnswerOfType(text: string, type: AnswerType): boolean {
  const named = removeNamingNumbers(text);
  if (type === 'amount') return ANSWERS.amount.test(named.replace(DATES, ' ').replace(DURATIONS, ' '));
  return ANSWERS[type].test(type === 'number' ? named.replace(DATES, ' ') : named);
}

/** Returns 1 if the text contains something of the type, -1 if not, and 0 when no type is asked for. */
export function compareType(text: string, type: AnswerType | undefined): number {
  if (type === undefined) return 0;
  return hasAnswerOfType(text, type) ? 1 : -1;
}
