import type { Language } from '../../analysis/detect-language.ts';

/** Words of a language that ask for a figure which is computed from others, and those around them. */
export interface OperationWords {
  language: Language;
  asks: RegExp;
  change: RegExp;
  /** The change of something. */
  changeOf: RegExp;
  /** A percentage that belongs to a change: the change *in* a percentage is a difference. */
  relative: RegExp;
  average: RegExp;
  sum: RegExp;
  /** A sum of several years, which no row is named after; a *total* may be that of each year. */
  certainSum: RegExp;
  /** Patterns with the groups `part` and `whole`. */
  shares: readonly RegExp[];
  /** A number instead of a percentage. */
  ratio: RegExp;
  /** Matches the words of operations, which no row is looked up by. */
  operators: RegExp;
}

interface WordList {
  language: Language;
  asks: string;
  change: string;
  relative: string;
  average: string;
  sum: string;
  certainSum: string;
  shares: readonly string[];
  /** Other words of operations. */
  others: string;
}

/** Groups for a share's part and its whole; a bound keeps the patterns fast on long lines. */
const [PART, WHOLE] = ['(?<part>.{2,160}?)', '(?<whole>.{2,160})'];
const WHOLE_FIRST = '(?<whole>.{2,160}?)';
const PART_LAST = '(?<part>.{2,160})';
const ENGLISH_CHANGE =
  'change[sd]?|increase[sd]?|decrease[sd]?|decline[sd]?|growth|grow[sn]?|grew|rise[sn]?|rose|falls?|fell|fallen|drop(?:s|ped)?|reductions?|differences?|movement';
/** Not the “total” of a name, as in “the change in total revenue”. */
const IN_TOTAL =
  'in total(?=\\s*(?:[?.,;(]|$|(?:in|on|for|over|from|between|during|across|did|do|does|was|were|is|are|has|have|had|spent|paid)(?!\\p{L})))';

const LISTS: readonly WordList[] = [
  {
    language: 'en',
    asks: 'what (?:was|is|were|are|percent(?:age)?|proportion|share|fraction)|how (?:much|many|large|big|high)|by (?:how|what)|calculate|compute',
    change: ENGLISH_CHANGE,
    relative: `(?:percent(?:age)?|growth|relative)[ /()]{1,3}(?:${ENGLISH_CHANGE}|rate|terms)|percent(?:age)?(?=[ ?.]*$)|(?:by|how) (?:what|how|many) (?:many )?percent(?:age)?(?! points?)|what percent(?:age)? did|rate of (?:growth|change|increase)|as an? percent(?:age)? of (?:the )?(?:19|20)\\d\\d`,
    average: 'average|mean (?:of|value|annual)',
    sum: 'total|sum|combined|altogether|aggregate',
    certainSum: `sum|combined|altogether|in aggregate|${IN_TOTAL}|together|add(?:ed)? up`,
    shares: [
      `(?:what|calculate) (?:was |is |were |are )?(?:the )?${PART} (?:expressed )?as an? (?:percent|percentage|proportion|share|fraction) of ${WHOLE}`,
      `what (?:percent|percentage|proportion|share|fraction) of ${WHOLE_FIRST} (?:is|was|are|were|does|did|do|comes?|came|consists? of|consisted of|relates? to|related to) ${PART_LAST}`,
      `percent(?:age)? constitution of ${PART} (?:in|among|of|to) ${WHOLE}`,
      `ratio of ${PART} to ${WHOLE}`,
      `(?:percent|percentage|proportion|share|fraction) of ${PART} (?:out of|over|to|in|among) (?<whole>(?:the )?total .{2,160})`,
    ],
    others: `percent(?:age)?|points?|average|mean|sum|combined|altogether|${IN_TOTAL}|aggregate|together|add(?:ed)? up|year[- ](?:on|over)[- ]year|yoy|rate of (?=growth|change|increase)|(?<=growth )rate|annual|nominal|absolute|relative|expressed|compar(?:ed|ing|ison)|versus|vs|terms|calculate|compute|proportion|ratio|share of|made up|attributable|generated|constitut(?:ed?|ion)|represent(?:ed|s)?`,
  },
  {
    language: 'de',
    asks: 'um wie|wie (?:viele?|hoch|groß|stark)|welche[nrsm]? (?:prozent|durchschnitt|anteil|summe|differenz|veränderung|änderung)\\p{L}*|was (?:war|ist)|berechne',
    change:
      'veränder\\p{L}*|änder\\p{L}*|geändert|anstieg\\p{L}*|stieg(?:en)?|gestiegen|steiger\\p{L}*|gesteigert|zunahme|zugenommen|wachstum\\p{L}*|gewachsen|wuchs(?:en)?|rückgang\\p{L}*|zurückgegangen|abnahme|abgenommen|gesunken|sank(?:en)?|gefallen|fiel(?:en)?|erhöh\\p{L}*|verringer\\p{L}*|differenz|unterschied',
    relative: 'prozent(?!punkt|satz)(?:uale?[nrs]?)?|(?:wachstums|steigerungs|veränderungs)rate',
    average: 'durchschnitt\\p{L}*|mittelwert|im mittel',
    sum: 'summe|insgesamt|zusammen|gesamt\\p{L}*',
    certainSum: 'summe|insgesamt|zusammen',
    shares: [
      `verhältnis (?:von |der |des )${PART} zu(?:m|r)? ${WHOLE}`,
      `anteil (?:von |der |des |am )${PART} (?:an|am) ${WHOLE}`,
      `welche[nr] anteil (?:hat|hatten?|haben|machten?|macht) ${PART} (?:an|am) ${WHOLE}`,
      `wie viel prozent (?:von |der |des )${WHOLE_FIRST} (?:waren?|sind|ist|entfallen auf|entfielen auf|machen|machten) ${PART_LAST}`,
    ],
    others:
      'prozent\\p{L}*|durchschnitt\\p{L}*|mittelwert|mittel|summe|insgesamt|zusammen|vergleich|gegenüber|zwischen|gab|bis|berechne|anteil|verhältnis|hoch|groß|stark|viel|jahre?n?|geschäftsjahr',
  },
  {
    language: 'fr',
    asks: '(?:de )?combien|quel(?:le)?s? (?:est|sont|était|étaient|fut|a été|pourcentage|part|proportion)|calcule[rz]?',
    change:
      'variation|évolution|évolué|augment\\p{L}+|hausse|baiss\\p{L}+|diminu\\p{L}+|croissance|progress\\p{L}+|réduction|différence|écart|recul\\p{L}*',
    relative: 'pour ?cent(?:age)?|taux de (?:croissance|variation)',
    average: 'moyennes?',
    sum: 'somme|total\\p{L}*|cumul\\p{L}*|ensemble',
    certainSum: 'somme|au total|cumul\\p{L}*|ensemble',
    shares: [
      `(?:ratio|rapport) (?:de |du |des |entre |d['’])${PART} (?:à|et|sur) ${WHOLE}`,
      `(?:part|pourcentage|proportion) (?:de |du |des |d['’])${PART} (?:dans|sur) ${WHOLE}`,
      `quelle? (?:pourcentage|part|proportion) (?:de |du |des |d['’])${WHOLE_FIRST} (?:représentent|représentaient|représente|représentait|est|était|sont|étaient) ${PART_LAST}`,
    ],
    others:
      'pour ?cent(?:age)?|taux de (?=croissance|variation)|moyennes?|somme|cumul\\p{L}*|ensemble|combien|entre|comparé|rapport|calcule[rz]?|part|ratio|proportion|années?|exercices?|points?',
  },
  {
    language: 'es',
    asks: 'cuánt[oa]s?|qué (?:porcentaje|parte|proporción)|cuál(?:es)?|calcul[ae]r?',
    change:
      'variación|cambi\\p{L}+|aument\\p{L}+|increment\\p{L}+|crecimiento|creció|crecieron|crecido|disminu\\p{L}+|descen\\p{L}+|reducción|caída|cayó|cayeron|subió|subieron|bajó|bajaron|diferencia',
    relative: 'porcentaje|por ciento|porcentual|tasa de (?:crecimiento|variación)',
    average: 'promedio|media',
    sum: 'suma|total\\p{L}*|conjunto',
    certainSum: 'suma|en total|en conjunto',
    shares: [
      `qué (?:porcentaje|parte|proporción) (?:de |del )${WHOLE_FIRST} (?:representan|representaban|representa|representaba|representó|es|son|eran?|fue|fueron) ${PART_LAST}`,
      `(?:ratio|razón) (?:de |del |entre )${PART} (?:a|y|sobre) ${WHOLE}`,
      `(?:porcentaje|proporción) (?:de |del )${PART} (?:sobre|respecto a) ${WHOLE}`,
    ],
    others:
      'porcentaje|porcentual|por ciento|tasa de (?=crecimiento|variación)|promedio|media|suma|conjunto|cuánto|entre|es|comparación|calcul[ae]r?|parte|ratio|razón|proporción|años?|ejercicios?|puntos?',
  },
];

const matchWords = (words: string, flags = 'iu'): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, flags);

export const OPERATION_WORDS: readonly OperationWords[] = LISTS.map((list) => ({
  language: list.language,
  asks: matchWords(list.asks),
  change: matchWords(list.change),
  changeOf: matchWords(`(?:${list.change}) (?:in|of|von|de|der|des|du|del)`),
  relative: new RegExp(`(?<!\\p{L})(?:${list.relative})(?!\\p{L})|% ?(?:${list.change})(?!\\p{L})`, 'iu'),
  average: matchWords(list.average),
  sum: matchWords(list.sum),
  certainSum: matchWords(list.certainSum),
  shares: list.shares.map((pattern) => new RegExp(`(?<!\\p{L})${pattern}`, 'iu')),
  ratio: matchWords('ratio|verhältnis|rapport|razón'),
  operators: matchWords(`${list.change}|${list.others}`, 'giu'),
}));
