import type {
  EmbeddedPassage,
  IndexedDocument,
  PassagePosition,
  PlacedDocument,
  UnembeddedPassage,
} from '../search-types.ts';
import { quantizeVector } from '../storage/vector-matrix.ts';
import {
  createRecords,
  describeLabels,
  documentKey,
  type IndexRecord,
  passageKey,
  type StoredDocument,
} from './document-records.ts';
import { writeAlias } from './index-mapping.ts';
import type { SearchServer } from './search-server.ts';
import {
  assertApplied,
  documentAnswer,
  findPassagesEnd,
  hitsAnswer,
  passageSource,
  readSeveral,
  storedAnswer,
} from './writer-answers.ts';
import type { WriterLease } from './writer-lease.ts';

/** Keeps a request far below the server's limit of 100 MB. */
const MAX_LINES_PER_REQUEST = 1_000;
const MAX_BATCH_CHARACTERS = 8_000_000;

/** Writes documents to one index. Every change has a version of the lease, so that a former writer's are refused. */
export class IndexWriter {
  readonly #server: SearchServer;
  readonly #alias: string;
  readonly #lease: WriterLease;

  constructor(server: SearchServer, index: string, lease: WriterLease) {
    this.#server = server;
    this.#alias = writeAlias(index);
    this.#lease = lease;
  }

  async put(document: IndexedDocument): Promise<void> {
    const previous = await this.#find(document.id);
    const version = this.#lease.nextVersion();
    const records = await createRecords(document, version);
    // The document last: passages of another version than their document's are not shown.
    await this.#write(document.id, [...records.passages, records.document]);
    await this.#removePassages(document.id, records.passages.length, previous?.stored.chunkCount);
  }

  /** Changes the path of documents that have the same text and place; those of a moved folder keep their own folder. */
  async place({ id, location, title, path, textKey }: PlacedDocument): Promise<boolean> {
    const found = await this.#find(id);
    if (found === undefined) return false;
    const { stored, ...content } = found;
    const isSame =
      stored.title === title &&
      stored.textKey === textKey &&
      stored.folderId === location.folderId &&
      stored.ownerId === location.ownerId;
    if (!isSame) return false;
    const labels = describeLabels(title, path, stored.language);
    await this.#write(id, [
      { id: documentKey(id), content: { ...content, ...labels, stored: { ...stored, path } } },
    ]);
    return true;
  }

  async remove(id: number): Promise<void> {
    const previous = await this.#find(id);
    await this.#removePassages(id, 0, previous?.stored.chunkCount);
    if (previous !== undefined) await this.#delete(id, [documentKey(id)]);
  }

  /** Returns passages whose vectors are missing or of another model, in order. */
  async listUnembedded(
    fingerprint: string,
    after: PassagePosition,
    limit: number,
  ): Promise<UnembeddedPassage[]> {
    await this.refresh();
    const answer = await this.#server.send('POST', `/${this.#alias}/_search`, {
      size: limit,
      query: {
        bool: {
          filter: [{ term: { kind: 'passage' } }],
          must_not: [{ term: { fingerprint } }],
        },
      },
      sort: [{ version: 'asc' }, { position: 'asc' }],
      search_after: [after.versionKey, after.position],
    });
    const passages = hitsAnswer.parse(answer).hits.hits.map(({ _source }) => _source);
    const titles = new Map<number, string>();
    for (const document of await this.#findSeveral([...new Set(passages.map((each) => each.document))]))
      titles.set(document.id, document.title);
    return passages.map(({ document, version, position, stored: { chunk } }) => ({
      versionKey: version,
      position,
      documentId: document,
      text: [titles.get(document), chunk.headings, chunk.text].filter(Boolean).join('\n'),
    }));
  }

  /** Stores vectors with their passages, unless the document has changed meanwhile. */
  async putEmbeddings(fingerprint: string, passages: readonly EmbeddedPassage[]): Promise<void> {
    if (passages.length === 0) return;
    const docs = passages.map(({ documentId, position }) => ({
      _id: passageKey(documentId, position),
      routing: String(documentId),
    }));
    const answers = readSeveral(await this.#server.send('POST', `/${this.#alias}/_mget`, { docs }));
    const lines = answers.flatMap(({ found, _source }, at) => {
      const passage = passages[at];
      if (found !== true || passage === undefined) return [];
      const source = passageSource.parse(_source);
      if (source.version !== passage.versionKey) return [];
      const vector = Buffer.from(quantizeVector(passage.vector).buffer).toString('base64');
      const content = { ...source, fingerprint, stored: { ...source.stored, vector, fingerprint } };
      return this.#lines(passage.documentId, {
        id: passageKey(passage.documentId, passage.position),
        content,
      });
    });
    await this.#send(lines);
  }

  /** Makes every change so far visible to searches. */
  async refresh(): Promise<void> {
    await this.#server.send('POST', `/${this.#alias}/_refresh`);
  }

  async #find(id: number) {
    const path = `/${this.#alias}/_doc/${documentKey(id)}?routing=${id}`;
    const answer = await this.#server.find(path);
    return answer === undefined ? undefined : documentAnswer.parse(answer)._source;
  }

  async #findSeveral(ids: readonly number[]): Promise<StoredDocument[]> {
    if (ids.length === 0) return [];
    const docs = ids.map((id) => ({ _id: documentKey(id), routing: String(id), _source: ['stored'] }));
    const answers = readSeveral(await this.#server.send('POST', `/${this.#alias}/_mget`, { docs }));
    return answers.flatMap(({ found, _source }) =>
      found === true ? [storedAnswer.parse(_source).stored] : [],
    );
  }

  async #write(documentId: number, records: readonly IndexRecord[]): Promise<void> {
    let lines: object[] = [];
    let size = 0;
    for (const record of records) {
      lines.push(...this.#lines(documentId, record));
      size += JSON.stringify(record.content).length;
      if (lines.length < MAX_LINES_PER_REQUEST && size < MAX_BATCH_CHARACTERS) continue;
      await this.#send(lines);
      [lines, size] = [[], 0];
    }
    await this.#send(lines);
  }

  #lines(documentId: number, { id, content }: IndexRecord): object[] {
    const action = {
      _id: id,
      routing: String(documentId),
      version: this.#lease.nextVersion(),
      version_type: 'external',
    };
    return [{ index: action }, content];
  }

  /** Removes the passages from this position on, also those that an interrupted `put` wrote without their document. */
  async #removePassages(id: number, from: number, known = 0): Promise<void> {
    const end = await findPassagesEnd(this.#server, this.#alias, id, Math.max(from, known));
    // The last first: what an interruption leaves follows without a gap, and is found again.
    const ids = Array.from({ length: end - from }, (_, at) => passageKey(id, end - 1 - at));
    await this.#delete(id, ids);
  }

  async #delete(documentId: number, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += MAX_LINES_PER_REQUEST) {
      const lines = ids.slice(from, from + MAX_LINES_PER_REQUEST).map((id) => ({
        delete: {
          ...{ _id: id, routing: String(documentId) },
          ...{ version: this.#lease.nextVersion(), version_type: 'external' },
        },
      }));
      await this.#send(lines);
    }
  }

  async #send(lines: readonly object[]): Promise<void> {
    if (lines.length === 0) return;
    assertApplied(await this.#server.send('POST', `/${this.#alias}/_bulk?require_alias=true`, lines));
  }
}
