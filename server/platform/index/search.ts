import { analyse } from './analyse.ts';
import type { Held, KeywordIndex } from './keyword-index.ts';
import { parseKeywordQuery } from './keyword-query.ts';
import { type Ranked, rank } from './rank.ts';
import type { Chunk, Hit, Place, Query } from './search-index.ts';

const mostOfOneDocument = 3;

/** Default is no: a document that no line here lets through is not seen. */
function visibility({ allowed, within }: Omit<Query, 'limit'>): (held: Held) => boolean {
  const wanted = within === undefined ? undefined : new Set(within);
  const isWanted = ({ folderId }: Place) =>
    wanted === undefined || (folderId !== null && wanted.has(folderId));
  if ('all' in allowed) return ({ place }) => allowed.all && isWanted(place);
  const folders = new Set(allowed.folderIds);
  const owner = allowed.rootOwnerId;
  const isAllowed = ({ folderId, ownerId }: Place) =>
    folderId === null ? owner !== null && ownerId === owner : folders.has(folderId);
  return ({ place }) => isAllowed(place) && isWanted(place);
}

/** The words of `text` as written whose stem is one of `stems`, each once. */
function wordsMatching(text: string, index: KeywordIndex, stems: ReadonlySet<number>): string[] {
  const words = new Set<string>();
  for (const term of analyse(text)) {
    const stem = index.vocabulary.findStem(term.text);
    if (stem !== undefined && stems.has(stem)) words.add(text.slice(term.start, term.end));
  }
  return [...words];
}

/** Everything that answers the query, best first. */
export function* findMatches(index: KeywordIndex, query: Omit<Query, 'limit'>): Generator<Ranked, void> {
  const { terms, phrases } = parseKeywordQuery(query.text, index.vocabulary);
  for (const ranked of rank(index, terms, visibility(query))) {
    if (phrases.every((phrase) => index.holdsPhrase(ranked.held, ranked.chunk, phrase))) yield ranked;
  }
}

export function search(index: KeywordIndex, query: Query, chunkOf: (ranked: Ranked) => Chunk): Hit[] {
  const { terms } = parseKeywordQuery(query.text, index.vocabulary);
  // A piece of a code is marked only where nothing better was asked for.
  const telling = terms.filter(({ weight }) => weight >= 1);
  const stems = new Set((telling.length > 0 ? telling : terms).map(({ term }) => term));
  const hits: Hit[] = [];
  const ofDocument = new Map<Held, number>();
  for (const ranked of findMatches(index, query)) {
    if (!(hits.length < query.limit)) break;
    const already = ofDocument.get(ranked.held) ?? 0;
    if (already === mostOfOneDocument) continue;
    ofDocument.set(ranked.held, already + 1);
    const chunk = chunkOf(ranked);
    const matched = wordsMatching(chunk.text, index, stems);
    hits.push({ documentId: ranked.held.id, score: ranked.score, chunk, matched });
  }
  return hits;
}
