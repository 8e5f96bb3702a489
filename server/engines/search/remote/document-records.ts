import { z } from 'zod';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { tokenizeTitle } from '../analysis/company-names.ts';
import { detectLanguage, isLanguage, type Language } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { Chunk, DocumentLocation, IndexedDocument } from '../search-types.ts';
import { EMPTY_CHUNK } from '../storage/inverted-index.ts';
import { AnalysisWriter } from '../storage/stored-analysis.ts';
import { Vocabulary } from '../storage/vocabulary.ts';
import { countStems, StemCounter, wordsOf } from './stem-tokens.ts';

/** Content of a document's record beside the fields that are searched. */
export const storedDocument = z.object({
  id: z.number(),
  folderId: z.number().nullable(),
  ownerId: z.number(),
  title: z.string(),
  path: z.string(),
  opening: z.string(),
  textKey: z.string().optional(),
  chunkCount: z.number(),
  bodyLength: z.number(),
  headingsLength: z.number(),
  language: z.string().refine(isLanguage),
});
export type StoredDocument = z.infer<typeof storedDocument>;

/** A passage as it was put, and its words as analyzed (base64). */
export const storedPassage = z.object({
  chunk: z.custom<Chunk>((value) => typeof value === 'object' && value !== null && 'text' in value),
  analysis: z.string(),
});

/** A line of the index, with its id there. */
export interface IndexRecord {
  readonly id: string;
  readonly content: object;
}

export const documentKey = (id: number): string => `d${id}`;
export const passageKey = (id: number, position: number): string => `p${id}:${position}`;

const locationFields = ({ folderId, ownerId }: DocumentLocation) =>
  folderId === null ? { root_owner: ownerId } : { folder: folderId };

const yieldToEventLoop = createEventLoopYield();

/** Describes a document and its passages as records of the index. All of them carry the version. */
export async function createRecords(
  document: IndexedDocument,
  version: number,
): Promise<{ passages: IndexRecord[]; document: IndexRecord }> {
  const { id, location, title, path, opening, textKey } = document;
  const { passages, content, language, bodyLength, headingsLength } = await describePassages(
    document,
    version,
  );
  const start = countStems(tokenize(opening), language);
  const stored: StoredDocument = {
    ...{
      id,
      ...location,
      title,
      path,
      opening,
      chunkCount: passages.length,
      bodyLength,
      headingsLength,
      language,
    },
    ...(textKey !== undefined && { textKey }),
  };
  return {
    passages,
    document: {
      id: documentKey(id),
      content: {
        ...{ kind: 'document', document: id, version, language },
        ...locationFields(location),
        ...{ content: content.toField(), content_length: content.length },
        ...{ opening: start.field, opening_length: start.length },
        ...describeLabels(title, path, language),
        stored,
      },
    },
  };
}

/** Describes the passages; counts the words of all of them, whose language is that of the last passage that tells. */
async function describePassages({ id, location, chunks }: IndexedDocument, version: number) {
  const vocabulary = new Vocabulary();
  const content = new StemCounter();
  const passages: IndexRecord[] = [];
  let language: Language = 'en';
  let [bodyLength, headingsLength] = [0, 0];
  for (const chunk of chunks.length > 0 ? chunks : [EMPTY_CHUNK]) {
    const terms = tokenize(chunk.text);
    language = detectLanguage(terms, language);
    const headingTerms = tokenize(chunk.headings);
    const [body, headings] = [countStems(terms, language), countStems(headingTerms, language)];
    content.add(terms, language);
    bodyLength += body.length;
    headingsLength += headings.length;
    const written = new AnalysisWriter(vocabulary);
    written.add(language, terms);
    written.add(language, headingTerms);
    passages.push({
      id: passageKey(id, passages.length),
      content: {
        ...{ kind: 'passage', document: id, version, position: passages.length, language },
        ...locationFields(location),
        ...{ body: body.field, body_length: body.length },
        ...{ headings: headings.field, headings_length: headings.length },
        words: [wordsOf(terms), wordsOf(headingTerms)],
        stored: { chunk, analysis: written.toBytes().toString('base64') },
      },
    });
    await yieldToEventLoop();
  }
  return { passages, content, language, bodyLength, headingsLength };
}

/** Describes the name and path of a document, which a move changes. */
export function describeLabels(title: string, path: string, language: Language) {
  const [titleTerms, pathTerms] = [tokenizeTitle(title), tokenize(path)];
  const [name, folders] = [countStems(titleTerms, language), countStems(pathTerms, language)];
  return {
    ...{ title: name.field, title_length: name.length, path: folders.field, path_length: folders.length },
    words: [wordsOf(titleTerms), wordsOf(pathTerms)],
    name_length: title.length,
  };
}
