import { createReadStream } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { documentTypes } from '#server/engines/documents/blocks/document-text.ts';
import { createTextExtractor } from '#server/engines/documents/extraction/extraction-pool.ts';
import { searchableName } from '#server/modules/search/indexing/describe-file.ts';
import { evaluationPath, readJsonLines } from '#server/testing/evaluation-data/evaluation-files.ts';
import type { Dataset } from './datasets.ts';

const sample = z.object({ file: z.string(), ext: z.string() });
const documentType = z.enum(documentTypes);

/** Real files of many kinds, each asked for by its own name, as it stands and by its words alone. */
export async function readFileNames(): Promise<Dataset> {
  const extractor = createTextExtractor();
  const documents: Dataset['documents'] = [];
  const names: string[] = [];
  for (const { file, ext } of readJsonLines(sample, 'ingest', 'manifest.jsonl')) {
    const type = documentType.safeParse(ext);
    const found = type.success
      ? await extractor.extract({
          owner: 'bench',
          type: type.data,
          bytes: async () => createReadStream(evaluationPath('ingest', file)),
        })
      : undefined;
    const blocks = found?.status === 'indexed' ? found.blocks : [];
    const name = path.basename(file);
    const own = found?.status === 'indexed' ? (found.title ?? '') : '';
    names.push(name);
    const text = blocks.map((block) => block.text).join('\n');
    documents.push({ id: documents.length, title: `${searchableName(name)} ${own}`, text, blocks });
  }
  await extractor.close();
  const asked = (textOf: (name: string) => string) =>
    names.map((name) => {
      const text = textOf(name);
      const same = names.flatMap((other, id): [number, number][] =>
        textOf(other) === text ? [[id, 1]] : [],
      );
      return { text, judgments: new Map(same), spans: [] };
    });
  const wordsOf = (name: string) => searchableName(name).slice(name.length + 1);
  return { documents, questions: [...asked((name) => name), ...asked(wordsOf)] };
}
