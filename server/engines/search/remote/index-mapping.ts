import { ANALYSIS_VERSION } from '../storage/stored-analysis.ts';

/** Increased whenever records change; a new index is then built beside the one in use. */
const RECORD_VERSION = 2;

/** Identifies an index as this installation's, and the version of its records. */
export interface IndexMeta {
  readonly product: 'muniment';
  readonly installation: string;
  readonly records: number;
  readonly analysis: number;
}

export const createMeta = (installation: string): IndexMeta => ({
  product: 'muniment',
  installation,
  records: RECORD_VERSION,
  analysis: ANALYSIS_VERSION,
});

/**
 * The name through which an index is written. The server would create an index that was removed meanwhile, without its mapping; a
 * missing alias it refuses.
 */
export const writeAlias = (index: string): string => `${index}-write`;

/** Length that stands for the average in the first pass; the second uses the average of the permitted passages. */
const TYPICAL_LENGTH = { passage: 90, document: 1_500, label: 8, opening: 100 } as const;

/**
 * Weighs a term by its frequency alone. What OpenSearch's own similarities count over all documents, hidden ones too, is never
 * read: rarity comes with the query as its boost.
 */
const similarity = (weight: number, b: number, typicalLength: number) => ({
  type: 'scripted',
  script: {
    source: `double f = ${weight.toFixed(1)} * doc.freq / (${(1 - b).toFixed(1)} + ${b.toFixed(1)} * doc.length / ${typicalLength.toFixed(1)}); return query.boost * f / (1.5 + f);`,
  },
});

/** Words come analyzed, each with its frequency: `en:leas|3`. */
const stems = (name: string) => ({
  type: 'text',
  analyzer: 'stems',
  similarity: name,
  index_options: 'freqs',
});
const number = (type: 'integer' | 'long') => ({ type });

/** Returns the settings and the mapping of a new index. */
export const createIndexBody = (meta: IndexMeta) => ({
  settings: {
    auto_expand_replicas: '0-1',
    // Changes become visible with the position that follows them.
    refresh_interval: '30s',
    // Remembers removed records longer than a request of a former writer can take.
    gc_deletes: '1h',
    max_terms_count: 200_000,
    similarity: {
      passage_body: similarity(1, 0.6, TYPICAL_LENGTH.passage),
      headings: similarity(1.5, 0.3, TYPICAL_LENGTH.label),
      document_body: similarity(1, 0.6, TYPICAL_LENGTH.document),
      title: similarity(2, 0.3, TYPICAL_LENGTH.label),
      opening: similarity(0.5, 0.3, TYPICAL_LENGTH.opening),
      path: similarity(0.5, 0.3, TYPICAL_LENGTH.label),
    },
    analysis: {
      analyzer: { stems: { type: 'custom', tokenizer: 'whitespace', filter: ['frequencies'] } },
      filter: { frequencies: { type: 'delimited_term_freq', delimiter: '|' } },
    },
  },
  mappings: {
    dynamic: 'strict',
    _meta: meta,
    properties: {
      kind: { type: 'keyword' },
      document: number('long'),
      version: number('long'),
      position: number('integer'),
      folder: number('long'),
      /** The owner of a document at the root, which lies in no folder. */
      root_owner: number('long'),
      language: { type: 'keyword' },
      body: stems('passage_body'),
      headings: stems('headings'),
      content: stems('document_body'),
      title: stems('title'),
      opening: stems('opening'),
      path: stems('path'),
      body_length: number('integer'),
      headings_length: number('integer'),
      content_length: number('integer'),
      title_length: number('integer'),
      opening_length: number('integer'),
      path_length: number('integer'),
      /** Words as written, in order: of a passage, or of a document's name. */
      words: { type: 'text', analyzer: 'whitespace', norms: false, similarity: 'boolean' },
      name_length: number('integer'),
      fingerprint: { type: 'keyword' },
      // Only stored.
      stored: { type: 'object', enabled: false },
    },
  },
});
