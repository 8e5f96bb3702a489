import { z } from 'zod';

/** Removes control characters and bidirectional overrides, which could disguise the displayed text. */
const stripControlCharacters = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '').toWellFormed();

const generatedAnswer = z.object({
  answer: z.string().transform(stripControlCharacters),
  /** Quotes with the number of the passage that each was copied from, counted from 1. */
  quotes: z.array(z.object({ passage: z.int(), quote: z.string() })),
});
export type GeneratedAnswer = z.infer<typeof generatedAnswer>;

/** JSON Schema of the answer, for servers that support structured output. */
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

/** Parses the model's output; ignores text around the JSON object. Returns nothing when the shape is wrong. */
export function parseGeneratedAnswer(text: string): GeneratedAnswer | undefined {
  try {
    return generatedAnswer.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  } catch {
    return undefined;
  }
}

/** Returns the answer's text so far, without an incomplete escape or surrogate pair at its end. */
export function parsePartialAnswer(text: string): string {
  const written = /\{\s*"answer"\s*:\s*"((?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)/u.exec(
    text,
  )?.[1];
  if (written === undefined) return '';
  const answer: unknown = JSON.parse(`"${written}"`);
  return stripControlCharacters(String(answer).replace(/[\ud800-\udbff]$/, ''));
}
