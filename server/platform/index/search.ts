import { analyse } from './analyse.ts';
import type { Held, KeywordIndex } from './keyword-index.ts';
import { parseKeywordQuery } from './keyword-query.ts';
import { type Ranked, rank } from './rank.ts';
import type { Chunk, Hit, Place, Query } from './search-index.ts';

const mostOfOneDocument = 3;

/** Default is no: a document that no line here lets through is not seen. */
function visibility({ allowed, within }: Query): (held: Held) => boolean {
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

/** `perDocument` above three serves measurements of the ranking. */
export function search(
  index: KeywordIndex,
  query: Query,
  chunkOf: (ranked: Ranked) => Chunk,
  perDocument = mostOfOneDocument,
): Hit[] {
  const parsed = parseKeywordQuery(query.text, index.vocabulary);
  if (parsed === undefined || parsed.terms.length === 0) return [];
  const hits: Hit[] = [];
  const ofDocument = new Map<Held, number>();
  // A piece of a code is marked only where nothing better was asked for.
  const telling = parsed.terms.filter(({ weight }) => weight >= 1);
  const stems = new Set((telling.length > 0 ? telling : parsed.terms).map(({ term }) => term));
  for (const ranked of rank(index, parsed.terms, visibility(query))) {
    if (!(hits.length < query.limit)) break;
    const { held, chunk, score } = ranked;
    const before = ofDocument.get(held) ?? 0;
    if (before >= perDocument) continue;
    if (!parsed.phrases.every((phrase) => index.holdsPhrase(held, chunk, phrase))) continue;
    ofDocument.set(held, before + 1);
    const found = chunkOf(ranked);
    hits.push({ documentId: held.id, score, chunk: found, matched: wordsMatching(found.text, index, stems) });
  }
  return hits;
}
