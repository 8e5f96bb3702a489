import type { TokenBatch } from './batch-tokenizer.ts';
import type { Tensor } from './onnx-runtime.ts';

export interface TextVectors {
  readonly dimensions: number;
  /** Row after row, each of length 1. */
  readonly values: Float32Array;
}

/** One vector of length 1 for each text. Throws when the model gave anything else than numbers in the shape that was asked. */
export function poolVectors({ data, dims }: Tensor, batch: TokenBatch, pooling: 'mean' | 'cls'): TextVectors {
  const isPooled = dims.length === 2;
  const dimensions = dims.at(-1) ?? 0;
  const columns = isPooled ? 1 : batch.columns;
  const wanted = isPooled ? [batch.rows, dimensions] : [batch.rows, batch.columns, dimensions];
  if (dimensions < 1 || String(dims) !== String(wanted) || data.length !== batch.rows * columns * dimensions)
    throw new Error('The model’s vectors are of another shape');
  const numbers = new Float32Array(batch.rows * dimensions);
  for (let row = 0; row < batch.rows; row++) {
    const sum = numbers.subarray(row * dimensions, (row + 1) * dimensions);
    const used = isPooled || pooling === 'cls' ? 1 : columns;
    for (let column = 0; column < used; column++) {
      if (used > 1 && batch.mask[row * columns + column] === 0n) continue;
      const start = (row * columns + column) * dimensions;
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (data[start + at] ?? 0);
    }
    normalizeVector(sum);
  }
  return { dimensions, values: numbers };
}

/** The sum over the tokens and their mean have the same direction. */
function normalizeVector(vector: Float32Array): void {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) throw new Error('The model’s vectors are no numbers');
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
}
