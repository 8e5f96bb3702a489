import { z } from 'zod';

/** An answer is shown as text; what is no text but steers a screen or turns the direction of letters is left out. */
const stripControlCharacters = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '').toWellFormed();

const generatedAnswer = z.object({
  answer: z.string().transform(stripControlCharacters),
  /** Each with the number of the passage that it was copied from. */
  quotes: z.array(z.object({ passage: z.int(), quote: z.string() })),
});
export type GeneratedAnswer = z.infer<typeof generatedAnswer>;

/** The shape in JSON Schema, as servers take it that hold their models to one. */
export const GENERATED_ANSWER_SCHEMA = {
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
export function parseGeneratedAnswer(text: string): GeneratedAnswer | undefined {
  try {
    return generatedAnswer.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  } catch {
    return undefined;
  }
}

/** The answer's text as far as it is written, without an escape or a character that is only half there. */
export function parsePartialAnswer(text: string): string {
  const written = /\{\s*"answer"\s*:\s*"((?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)/u.exec(
    text,
  )?.[1];
  if (written === undefined) return '';
  const answer: unknown = JSON.parse(`"${written}"`);
  return stripControlCharacters(String(answer).replace(/[\ud800-\udbff]$/, ''));
}
