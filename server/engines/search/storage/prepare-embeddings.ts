import type { EmbeddedPassage } from '../search-types.ts';
import type { IndexFile } from './index-file.ts';
import type { LoadedIndex } from './load-index.ts';
import type { PreparedChange } from './prepare-placement.ts';
import { quantizeVector, VectorMatrix } from './vector-matrix.ts';

/** Prepares to store vectors of passages that this index listed; the first ones of another model replace all that are stored. */
export function prepareEmbeddings(
  file: IndexFile,
  getLoaded: () => LoadedIndex,
  fingerprint: string,
  passages: readonly EmbeddedPassage[],
): PreparedChange {
  const isOtherModel = getLoaded().vectors?.fingerprint !== fingerprint;
  const quantized = passages
    .filter((passage) => file.vectors.hasListed(passage))
    .map((passage) => ({ ...passage, vector: quantizeVector(passage.vector) }));
  if (quantized.length === 0) return { applyToFile() {}, applyToMemory() {} };
  return {
    applyToFile: () => {
      if (isOtherModel) file.vectors.replaceModel(fingerprint);
      for (const passage of quantized) file.vectors.add(passage);
    },
    applyToMemory: () => {
      const loaded = getLoaded();
      const vectors =
        loaded.vectors === undefined || isOtherModel ? new VectorMatrix(fingerprint) : loaded.vectors;
      loaded.vectors = vectors;
      for (const { documentId, versionKey, position, vector } of quantized) {
        const entry = loaded.index.find(documentId);
        if (entry?.versionKey === versionKey) vectors.set(entry.firstChunk + position, vector);
      }
    },
  };
}
