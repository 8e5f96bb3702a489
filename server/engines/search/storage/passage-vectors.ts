/** A question's vector. */
export interface QueryEmbedding {
  /** Whose it is: it is compared with passages' vectors of the same one alone. */
  fingerprint: string;
  /** Of length 1. */
  vector: Float32Array;
}

/** A place in the index file; later ones are larger. */
export interface PassagePosition {
  versionKey: number;
  position: number;
}

/** A passage that has no vector of the wanted model yet. */
export interface UnembeddedPassage extends PassagePosition {
  documentId: number;
  /** What a model is to read: the passage below what it stands under. */
  text: string;
}

export interface EmbeddedPassage extends PassagePosition {
  documentId: number;
  vector: Int8Array;
}

/** In eight bits: the direction is what counts, so the longest component becomes 127. */
export function quantize(vector: Float32Array): Int8Array {
  const longest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / longest) * 127));
}
