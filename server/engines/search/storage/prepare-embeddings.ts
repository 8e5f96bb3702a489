import type { EmbeddedPassage } from '../search-types.ts';
import type { IndexFile } from './index-file.ts';
import type { LoadedIndex } from './load-index.ts';
import type { PreparedChange } from './prepare-placement.ts';
import { quantizeVector, VectorMatrix } from './vector-matrix.ts';

/** Prepares to store vectors; the first ones of another model replace all that are stored. */
export function prepareEmbeddings(
  file: IndexFile,
  getLoaded: () => LoadedIndex,
  setLoaded: (loaded: LoadedIndex) => void,
  fingerprint: string,
  passages: readonly EmbeddedPassage[],
): PreparedChange {
  const isOtherModel = getLoaded().vectors?.fingerprint !== fingerprint;
  const quantized = passages.map((passage) => ({ ...passage, vector: quantizeVector(passage.vector) }));
  return {
    applyToFile: () => {
      if (isOtherModel) file.vectors.replaceModel(fingerprint);
      for (const passage of quantized) file.vectors.add(passage);
    },
    applyToMemory: () => {
      const { index, vectors: loaded } = getLoaded();
      const vectors = loaded === undefined || isOtherModel ? new VectorMatrix(fingerprint) : loaded;
      setLoaded({ index, vectors });
      for (const { documentId, versionKey, position, vector } of quantized) {
        const entry = index.find(documentId);
        if (entry?.versionKey === versionKey) vectors.set(entry.firstChunk + position, vector);
      }
    },
  };
}
