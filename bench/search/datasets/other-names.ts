import type { Dataset } from './datasets.ts';

/** Capitalized words in a row that do not begin the question, or a year. */
const NAME_OR_YEAR =
  /(?<=\p{L}[,’']?s? )\p{Lu}[\p{L}\p{N}’'-]+(?: \p{Lu}[\p{L}\p{N}’'-]+)*|(?<!\d)(?:19|20)\d\d(?!\d)/gu;
const YEAR = /^\d{4}$/;

type Question = Dataset['questions'][number];

/**
 * Asks the questions about another name or year, one that their document does not have, so that nothing answers them:
 * “the lease in Lisbon” of a room whose lease is in Oslo. Questions without a name or year are left out.
 */
export function askAboutOthers({ documents, questions }: Dataset): Dataset {
  const found = questions.flatMap(({ text }) => Array.from(text.matchAll(NAME_OR_YEAR), ([name]) => name));
  const names = [...new Set(found)];
  const textOf = new Map(documents.map(({ id, title, text }) => [id, `${title}\n${text}`.toLowerCase()]));
  return {
    documents,
    questions: questions.flatMap((question, at): Question[] => {
      const asked = Array.from(question.text.matchAll(NAME_OR_YEAR)).at(-1);
      if (asked === undefined) return [];
      const texts = [...question.judgments.keys()].map((id) => textOf.get(id) ?? '');
      const isOther = (name: string) =>
        YEAR.test(name) === YEAR.test(asked[0]) && !texts.some((text) => text.includes(name.toLowerCase()));
      const from = (at * 17) % names.length;
      const other = [...names.slice(from), ...names.slice(0, from)].find(isOther);
      if (other === undefined) return [];
      const text =
        question.text.slice(0, asked.index) + other + question.text.slice(asked.index + asked[0].length);
      return [{ text, judgments: new Map(), spans: [] }];
    }),
  };
}
