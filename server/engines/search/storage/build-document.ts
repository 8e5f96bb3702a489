import { tokenizeTitle } from '../analysis/company-names.ts';
import { detectLanguage } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { PASSAGE_END } from './arrays/word-sequences.ts';
import type { DocumentTexts } from './document-texts.ts';
import type { EntryBuilder, IndexedEntry } from './indexed-entry.ts';
import type { IndexedField } from './indexed-field.ts';
import { AnalysisReader, AnalysisWriter, type AnalyzedText } from './stored-analysis.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The index that a document is added to. */
interface Target {
  readonly vocabulary: Vocabulary;
  readonly chunkFields: Record<'body' | 'headings', IndexedField>;
  readonly documentFields: Record<'title' | 'opening' | 'path', IndexedField> & {
    readonly body: DocumentTexts;
  };
  addPassage(entry: IndexedEntry, body: ArrayLike<number>, headings: ArrayLike<number>): number;
}

/** Adds the texts of a document to the index, and its title and path after them: they are read in the language of the texts. */
export function buildDocument(index: Target, entry: IndexedEntry): EntryBuilder {
  const { vocabulary, chunkFields, documentFields } = index;
  let bodyLength = 0;
  const missing: number[] = [];
  const addPassage = (body: AnalyzedText, headings: AnalyzedText): void => {
    const unit = index.addPassage(entry, body.order, headings.order);
    entry.language = body.language;
    chunkFields.body.add(unit, body.stems);
    chunkFields.headings.add(unit, headings.stems);
    bodyLength += body.stems.length;
  };
  const complete = (opening: AnalyzedText, further: readonly number[] = []): void => {
    documentFields.body.add(entry.unit, bodyLength + further.length, further);
    documentFields.opening.add(entry.unit, opening.stems);
    addLabels(index, entry);
  };
  const written = new AnalysisWriter(vocabulary);
  return {
    entry,
    addChunk: (chunk) => {
      const terms = tokenize(chunk.text);
      const language = detectLanguage(terms, entry.language);
      addPassage(written.add(language, terms), written.add(language, tokenize(chunk.headings)));
    },
    finish: (opening) => {
      complete(written.add(entry.language, tokenize(opening)));
      return written.toBytes();
    },
    addPassage: (analysis) => {
      if (analysis === undefined) return void missing.push(index.addPassage(entry, [], []));
      const stored = new AnalysisReader(analysis, vocabulary);
      addPassage(stored.read(), stored.read());
    },
    finishPartial: ({ opening, language, furtherStems, lengths }) => {
      const chunks = { from: entry.firstChunk, to: entry.firstChunk + entry.chunkCount };
      chunkFields.body.fill(missing, chunks, lengths.body);
      chunkFields.headings.fill(missing, chunks, lengths.headings);
      entry.language = language;
      complete({ language, ...vocabulary.addTerms(tokenize(opening), language) }, furtherStems);
    },
    addAnalysis: (analysis) => {
      const stored = new AnalysisReader(analysis, vocabulary);
      for (let text = stored.read(); ; text = stored.read()) {
        if (stored.isAtEnd) return complete(text);
        addPassage(text, stored.read());
      }
    },
  };
}

function addLabels({ vocabulary, documentFields }: Target, entry: IndexedEntry): void {
  const title = vocabulary.addTerms(tokenizeTitle(entry.title), entry.language);
  const path = vocabulary.addTerms(tokenize(entry.path), entry.language);
  documentFields.title.add(entry.unit, title.stems);
  documentFields.path.add(entry.unit, path.stems);
  entry.labelWords = [...title.order, PASSAGE_END, ...path.order];
}
