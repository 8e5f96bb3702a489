import { z } from 'zod';

/** An answer is shown as text; what is no text but steers a screen or turns the direction of letters is left out. */
const plain = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '').toWellFormed();

const writtenAnswer = z.object({
  answer: z.string().transform(plain),
  /** Each with the number of the passage that it was copied from. */
  quotes: z.array(z.object({ passage: z.int(), quote: z.string() })),
});
export type WrittenAnswer = z.infer<typeof writtenAnswer>;

/** The shape in JSON Schema, as servers take it that hold their models to one. */
export const WRITTEN_ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    answer: { type: 'string' },
    quotes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { passage: { type: 'integer' }, quote: { type: 'string' } },
        required: ['passage', 'quote'],
        additionalProperties: false,
      },
    },
  },
  required: ['answer', 'quotes'],
  additionalProperties: false,
};

/** What a model wrote, if it has the shape that was asked for; whatever stands around the object counts for nothing. */
export function readWrittenAnswer(text: string): WrittenAnswer | undefined {
  try {
    return writtenAnswer.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  } catch {
    return undefined;
  }
}

/** The answer's text as far as it is written, without an escape or a character that is only half there. */
export function answerSoFar(text: string): string {
  const written = /\{\s*"answer"\s*:\s*"((?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)/u.exec(
    text,
  )?.[1];
  if (written === undefined) return '';
  const answer: unknown = JSON.parse(`"${written}"`);
  return plain(String(answer).replace(/[\ud800-\udbff]$/, ''));
}
