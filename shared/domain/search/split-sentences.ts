const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Only the end of a sentence is looked at. */
const MAX_FORM = 40;
/** An initial behind a name, a title or another initial: “Rajendra K.”. */
const INITIAL = /(?:(?<name>\p{Lu}\p{Ll}+) |(?<!\S)\p{Lu}\. |(?<!\S)(?:Mr|Mrs|Ms|Dr|Prof)\. )\p{Lu}\. $/u;
/** Words before the letter of a part of a text, a class or the like: “Schedule B.”. */
const LETTERED =
  /^(?:Appendi(?:x|ces)|Annex(?:es)?|Articles?|Attachments?|Blocks?|Buildings?|Categor(?:y|ies)|Chapters?|Class(?:es)?|Clauses?|Exhibits?|Facilit(?:y|ies)|Figures?|Groups?|Loans?|Lots?|Notes?|Options?|Part(?:y|ies|s)?|Phases?|Plans?|Schedules?|Sections?|Series|Shares?|Stocks?|Tables?|Tiers?|Titles?|Tranches?|Types?|Units?|Volumes?|Wars?)$/u;
/** Titles and other short forms that end no sentence. */
const SHORT_FORM =
  /(?:(?<![\p{L}\p{N}.])(?:St|Mr|Mrs|Ms|Dr|Prof|Messrs|Hon|Rev|Capt|Lt|Sgt|vs?|ca|cf|approx)|\(c)\. $/u;
/** Street or drive, behind the number of a house, ends a sentence: “12 Main St. The rent is due.” */
const STREET = /\d+\p{L}? (?:\p{Lu}[\p{L}.]* )+(?:St|Dr)\. $/u;
/** Short forms that end none before a number. */
const NUMBERED_FORM = /(?<![\p{L}\p{N}.])(?:Nos?|Art|Sec|Para|Fig|Vol|Ch|Nr|Abs|Ziff)\. $/u;
/** Words that begin a sentence rather than follow an initial. */
const BEGINNING =
  /^(?:the|this|that|these|those|it|its|he|she|they|his|her|their|we|our|you|your|i|a|an|any|all|each|no|such|if|in|on|at|for|by|of|from|to|with|as|when|where|while|after|before|during|under|since|until|upon|unless|although|however|but|and|or|there|here|some|both|neither|either|one|who|what|which)\b/iu;

/** A sentence with the white space behind it, and its offset in the text. */
interface Sentence {
  segment: string;
  index: number;
}

/** Splits a text into sentences; lines end sentences too, an initial or a short form such as “Dr.” does not. */
export function splitSentences(text: string): Sentence[] {
  const starts: number[] = [];
  for (const { segment, index } of SEGMENTER.segment(text))
    if (index === 0 || !goesOn(text.slice(Math.max(0, index - MAX_FORM), index), segment)) starts.push(index);
  return starts.map((index, at) => ({ segment: text.slice(index, starts[at + 1]), index }));
}

function goesOn(before: string, next: string): boolean {
  if (!before.endsWith('. ')) return false;
  if (STREET.test(before) && BEGINNING.test(next)) return false;
  if (SHORT_FORM.test(before)) return true;
  if (/^\d/u.test(next)) return NUMBERED_FORM.test(before);
  const initial = INITIAL.exec(before);
  return (
    initial !== null &&
    !LETTERED.test(initial.groups?.['name'] ?? '') &&
    /^\p{Lu}/u.test(next) &&
    !BEGINNING.test(next)
  );
}
