/** Scales the vector to 8 bits so that the largest component becomes 127; only the direction matters. */
export function quantizeVector(vector: Float32Array): Int8Array {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
}
