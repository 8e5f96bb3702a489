/** Begins a question that goes on from the one before; English, German, French and Spanish. */
const CONNECTIVE =
  /^(?:¿\s*)?(?:and(?: (?:what|how) about)?|what about|how about|und(?: (?:was ist mit|wie (?:ist|sieht) es (?:mit|bei|für) ))?|was ist mit|et(?: qu['’]en est-il)?|qu['’]en est-il|y(?: qué hay)?|qué hay)(?=[\s,])[\s,]*/iu;
const FULL_QUESTION =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|may|must|should|will|would|has|have|wer|wen|wem|was|welche[rsmn]?|wann|wo|warum|wie|ist|sind|war|waren|hat|haben|darf|muss|kann|qui|que|quel(?:le)?s?|quand|où|pourquoi|comment|combien|est-ce|quién(?:es)?|qué|cuál(?:es)?|cuándo|cuánt[oa]s?|dónde|por qué|cómo)(?!\p{L})/iu;
/** Refers to something that the question before names. */
const REFERENCE =
  /(?<!\p{L})(?:it|its|they|their|them|this (?:agreement|contract|lease|document)|that (?:agreement|contract|lease|document)|he|she|his|her|there|dies(?:e|er|es|em|en)|dort|davon|darin|dessen|deren|celui-ci|celle-ci|en este contrato|allí)(?!\p{L})/iu;
const PREPOSITION =
  /^(?:in|for|of|at|with|by|under|from|on|during|für|bei|mit|von|im|am|aus|unter|pour|en|à|au|aux|avec|de|du|des|dans|chez|para|con|del|por)(?!\p{L})/iu;
const PREPOSITIONS =
  /(?<!\p{L})(?:in|for|of|at|with|by|under|from|on|during|für|bei|mit|von|im|am|aus|unter|pour|en|à|au|aux|avec|de|du|des|dans|chez|para|con|del|por)(?!\p{L})/giu;
const MONTH =
  '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|märz|march|mars|marzo|apr(?:il)?|abril|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sep(?:t(?:ember)?)?|septembre|septiembre|o[ck]t(?:ober)?|octobre|octubre|nov(?:ember)?|novembre|noviembre|de[cz](?:ember)?|décembre|diciembre|février|avril|enero|febrero)\\.?';
const YEAR = "(?:(?:FY|CY)\\s?['’]?(?:\\d\\d)?\\d\\d|(?:fiscal (?:year )?)?(?:19|20)\\d\\d)";
const QUARTER =
  "(?:Q[1-4](?:\\s?['’]?\\d\\d(?!\\d))?|H[12]|[1-4]Q\\d\\d|(?:first|second|third|fourth) quarter)";
const PERIOD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:\\d{1,2}\\.?\\s)?${MONTH}(?:\\s\\d{1,2},?)?(?:\\s(?:de\\s)?${YEAR})?|${QUARTER}(?:\\s(?:of\\s)?${YEAR})?|${YEAR})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Capitalized words in a row, with the small words between them. */
const NAME =
  /(?<=[\p{L}\p{N},.&’'] )\p{Lu}[\p{L}\p{N}.&’'-]*(?: (?:(?:&|and|of|de|del|von|van) )?\p{Lu}[\p{L}\p{N}.&’'-]*)*/gu;
/** Splits a question before the first preposition behind what it asks for: “What is the rent | of the lease in Oslo”. */
const FOCUS =
  /^((?:what|which|how (?:much|high|large|long)|was|wie hoch|quel(?:le)?s?|cuál(?:es)?) (?:is|are|was|were|ist|sind|war|waren|est|sont|était|es|son|era|fue)\s)(.+?)(?=\s(?:of|in|for|at|with|by|under|from|on|für|bei|mit|von|im|am|aus|unter|pour|à|au|avec|de|du|des|dans|para|en|con|del)\s)/iu;

/** Longer questions carry their own context. */
const MAX_FOLLOW_UP_WORDS = 12;

/**
 * Completes a question that goes on from the one before (“and in 2019?”, “what about Oslo?”, “who signed it?”), so that it is
 * understood by itself. Returns undefined for a question that needs no other.
 */
export function completeFollowUp(question: string, previous: string): string | undefined {
  const asked = question.trim();
  const before = previous.trim().replace(/[\s?.!]+$/u, '');
  if (before === '' || asked.split(/\s+/).length > MAX_FOLLOW_UP_WORDS || /["“„«]/u.test(asked))
    return undefined;
  const connective = CONNECTIVE.exec(asked)?.[0] ?? '';
  const rest = asked.slice(connective.length).replace(/[\s?.!]+$/u, '');
  if (rest === '') return undefined;
  if (FULL_QUESTION.test(rest)) {
    if (!REFERENCE.test(rest)) return undefined;
    const subject = subjectOf(before);
    return subject === undefined ? undefined : `${capitalize(subject)}; ${rest}?`;
  }
  return connective === '' ? undefined : `${replaceInQuestion(before, rest)}?`;
}

/**
 * Replaces the part of a question that the fragment stands for: a period, what follows a preposition, a name, or what is asked
 * for.
 */
function replaceInQuestion(before: string, fragment: string): string {
  if (listMatches(fragment, PERIOD).length > 0 && wordsBeside(fragment, PERIOD) === 0) {
    const last = listMatches(before, PERIOD).at(-1);
    const period = fragment.replace(PREPOSITION, '').trim();
    if (last !== undefined) return replaceAt(before, last, period);
    return `${before} ${PREPOSITION.test(fragment) ? fragment : `in ${fragment}`}`;
  }
  const preposition = PREPOSITION.exec(fragment)?.[0];
  if (preposition !== undefined) {
    const after = fragment.slice(preposition.length).trim();
    const same = listMatches(before, PREPOSITIONS).findLast(
      ([text]) => text.toLowerCase() === preposition.toLowerCase(),
    );
    if (same !== undefined) return `${before.slice(0, same.index)}${fragment}${tailAfter(before, same)}`;
    return replaceName(before, after) ?? `${before} ${fragment}`;
  }
  const isName = /^\p{Lu}/u.test(fragment);
  const named = isName ? replaceName(before, fragment) : undefined;
  if (named !== undefined) return named;
  const focus = FOCUS.exec(before);
  if (focus !== null) return `${focus[1]}${fragment}${before.slice(focus[0].length)}`;
  return `${before} ${fragment}`;
}

function replaceName(before: string, name: string): string | undefined {
  const last = listMatches(before, NAME).at(-1);
  return last === undefined ? undefined : replaceAt(before, last, name);
}

const replaceAt = (text: string, match: RegExpExecArray, replacement: string): string =>
  text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length);

/** Returns what follows the phrase of a preposition: from the next preposition on. */
function tailAfter(text: string, preposition: RegExpExecArray): string {
  const from = preposition.index + preposition[0].length;
  const next = listMatches(text, PREPOSITIONS).find(({ index }) => index >= from);
  return next === undefined ? '' : ` ${text.slice(next.index)}`;
}

/** Returns what a question is about: what follows its first preposition, else its last name. */
function subjectOf(before: string): string | undefined {
  const [first] = listMatches(before, PREPOSITIONS);
  if (first !== undefined) return before.slice(first.index + first[0].length).trim() || undefined;
  return listMatches(before, NAME).at(-1)?.[0];
}

const listMatches = (text: string, pattern: RegExp): RegExpExecArray[] => [...text.matchAll(pattern)];

const wordsBeside = (text: string, pattern: RegExp): number =>
  text
    .replace(pattern, ' ')
    .replace(PREPOSITIONS, ' ')
    .match(/\p{L}{2,}/gu)
    ?.filter((word) => word.toLowerCase() !== 'the').length ?? 0;

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
