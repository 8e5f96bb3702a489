import { answerTypeOf } from '#shared/domain/answer-types.ts';

type TableOrder = 'largest' | 'smallest' | 'latest' | 'earliest';

/** The request of a question for rows of a table. */
export interface TableQuestion {
  order?: TableOrder;
  /** Rows that an ordered list shows. */
  limit: number;
  /** Asks in which of the periods that are columns a row has its largest or smallest value. */
  periodOrder?: 'largest' | 'smallest';
  asksForSum: boolean;
  asksForAverage: boolean;
  /** Matches the name of a row that states what is asked for: *Largest tenant*, *Average rent*. */
  statedBy?: RegExp;
  asksForCount: boolean;
  asksForList: boolean;
  /** Asks for a value that a cell may have. */
  asksForValue: boolean;
}

const ORDERS: readonly (readonly [TableOrder, RegExp])[] = [
  [
    'largest',
    /\b(?:largest|biggest|highest|greatest|most (?!recent|likely)|longest|top|größte[nrsm]?|höchste[nrsm]?|meisten|plus (?:grande?s?|gros(?:se)?s?|élevée?s?)|principaux|mayor(?:es)?|más (?:alt[oa]s?|grandes?))\b/iu,
  ],
  [
    'smallest',
    /\b(?:smallest|lowest|least|fewest|shortest|kleinste[nrsm]?|niedrigste[nrsm]?|plus (?:petite?s?|faibles?)|menor(?:es)?|más (?:baj[oa]s?|pequeñ[oa]s?))\b/iu,
  ],
  [
    'latest',
    /\b(?:latest|newest|most recent(?:ly)?|last(?: to\b|(?=\s*(?:[?.]|$)))|neueste[nrsm]?|letzte[nrsm]?|dernière?s?|últim[oa]s?)/iu,
  ],
  [
    'earliest',
    /\b(?:earliest|oldest|soonest|first(?: to\b|(?=\s*(?:[?.]|$)))|frühe?ste[nrsm]?|älteste[nrsm]?|premi(?:er|ère)s?|primer[oa]?s?)/iu,
  ],
];
const ASKS_FOR_PERIOD =
  /\b(?:which|what) (?:(?:fiscal|financial|of the) )?(?:years?|periods?|quarters?|months?|fy)\b|\bwelche[mn] (?:jahr|quartal)\b|\bquelle année\b|\bqué año\b/iu;
const LARGER =
  /\b(?:larger|higher|greater|bigger|more|größer|höher|plus élevée?|mayor|largest|highest|greatest|most)\b/iu;
const SMALLER =
  /\b(?:smaller|lower|less|fewer|kleiner|niedriger|moins élevée?|menor|smallest|lowest|least)\b/iu;
export const ASKS_FOR_SUM =
  /\b(?:totals?|sum|in all|altogether|combined|overall|add up|insgesamt|summe|gesamt\p{L}*|au total|somme|en total|suma)\b/iu;
export const ASKS_FOR_AVERAGE =
  /(?<!\p{L})(?:average|mean (?:of|value)|durchschnitt\p{L}*|moyenne|promedio)(?!\p{L})/iu;
/** A sum for each, which is an ordered list of sums. */
const ASKS_BY_GROUP = /\b(?:by|per|for each|of each|je|pro|par|por) \p{L}+/iu;
const ASKS_FOR_COUNT = /\b(?:how many|number of|wie viele|wieviele|combien de|cuánt[oa]s)\b/iu;
const ASKS_FOR_LIST =
  /^\s*(?:which|list|show|name|what are|who are|who (?:has|have|holds?|owns?|signed|supplies)|welche[nrsm]?|liste|quel(?:le)?s|qué|cuáles)\b/iu;
const NUMBERS: readonly string[] = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
];
const LIMIT =
  /\btop (\d{1,2}|\p{L}+)\b|\b(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) (?:largest|biggest|highest|smallest|lowest|latest|oldest|most)/iu;
const [DEFAULT_LIMIT, MAX_LIMIT] = [5, 10];

function readLimit(question: string): number {
  const [, top, counted] = LIMIT.exec(question) ?? [];
  const word = (top ?? counted ?? '').toLowerCase();
  const limit = Number(word) || NUMBERS.indexOf(word) + 1;
  return limit > 0 ? Math.min(limit, MAX_LIMIT) : DEFAULT_LIMIT;
}

export function readTableQuestion(question: string): TableQuestion {
  const asksForSum = ASKS_FOR_SUM.test(question);
  const isGrouped = asksForSum && ASKS_BY_GROUP.test(question);
  const asksForAverage = ASKS_FOR_AVERAGE.test(question);
  const ordered = ORDERS.find(([, pattern]) => pattern.test(question));
  const statedBy = asksForAverage ? ASKS_FOR_AVERAGE : ordered?.[1];
  const order = ordered?.[0] ?? (isGrouped ? 'largest' : undefined);
  const periodOrder = LARGER.test(question) ? 'largest' : SMALLER.test(question) ? 'smallest' : undefined;
  return {
    ...(periodOrder !== undefined && ASKS_FOR_PERIOD.test(question) && { periodOrder }),
    ...(order !== undefined && { order }),
    limit: isGrouped ? MAX_LIMIT : readLimit(question),
    asksForSum,
    asksForAverage,
    ...(statedBy && { statedBy }),
    asksForCount: ASKS_FOR_COUNT.test(question),
    asksForList: ASKS_FOR_LIST.test(question),
    asksForValue:
      answerTypeOf(question) !== undefined || /^\s*(?:what|which|who|list|show|name)\b/i.test(question),
  };
}

/** Words of the order or computation itself; they are not looked up in the table. */
export const isOperator = (word: string): boolean =>
  NUMBERS.includes(word) ||
  ORDERS.some(([, pattern]) => pattern.test(word)) ||
  /^(?:most|larger|higher|greater|lower|smaller|less|fewer|year|years|number|list|show|name|top|plus|mas|sum|altogether|combined|overall|average|durchschnitt|moyenne|promedio)$/i.test(
    word,
  );
