import { z } from 'zod';
import { nameProblem } from '#shared/domain/entry-name.ts';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { MAX_FILTER_LENGTH } from '#shared/domain/limits.ts';

/** Ids are positive integers that a double holds exactly. */
export const id = z.int().positive();

/** An id in a path or a query. */
export const idText = z.string().regex(ID_TEXT, 'Must be a whole number above 0').transform(Number);

/** `null` or an id, as text: the root or a folder. */
export const folderIdText = z
  .string()
  .regex(/^(null|[1-9]\d{0,14})$/, 'Must be null or a whole number above 0')
  .transform((text) => (text === 'null' ? null : Number(text)));

/**
 * The name of a folder or file: trimmed, in Unicode's composed form (NFC), so that what looks the same is the same name, then
 * limited to what every file system and screen supports.
 */
const name = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .normalize('NFC')
    .superRefine((value, context) => {
      const problem = nameProblem(value, required);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    });

export const folderName = name('Folder name is required');
export const fileName = name('File name is required');

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** `true` or `false` as the text of a form field or a query parameter. */
export const booleanText = z
  .enum(['true', 'false'], { error: 'Must be true or false' })
  .transform((text) => text === 'true');

/** The parameters of every list; `cursor` comes from the Link header of the previous page. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'Must be a whole number from 1 to 1000')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 1000, 'Must be a whole number from 1 to 1000')
    .optional(),
  cursor: idText.optional(),
};

/** The page of a list that is asked for: `cursor` is that of the last row before it. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: number | undefined;
}

/** Narrows a list to entries that show each word of a text, whatever its case and accents; without it the list is whole. */
export const filterQuery = {
  q: z
    .string()
    .trim()
    .normalize('NFC')
    .min(1, 'Enter a text')
    .max(MAX_FILTER_LENGTH, `Use at most ${MAX_FILTER_LENGTH} characters`)
    .optional(),
};

/** The body of a call that needs none, an object whose fields are all optional. Fastify gives `null` where there is none. */
export const optionalBody = <S extends z.ZodObject>(fields: S) =>
  fields.nullish().transform((body) => body ?? fields.parse({}));

/** The response of a call that has nothing else to return. */
export const success = z.object({ success: z.literal(true) });

export const SUCCESS: z.infer<typeof success> = { success: true };

export const idParams = z.strictObject({ id: idText });
