import { DotProducts } from './dot-products.ts';
import { DamagedIndexError } from './index-database.ts';

const ROWS_PER_BLOCK = 4096;

/** Vectors of passages in memory, by the passage's unit, all of one fingerprint. */
export class VectorMatrix {
  readonly fingerprint: string;
  /** Inverse length of each row: 0 for a row of zeros, negative for a missing row. In blocks, so that growing copies nothing. */
  readonly #inverseLengths: Float32Array[] = [];
  #dimensions = 0;
  #products: DotProducts | undefined;

  constructor(fingerprint: string) {
    this.fingerprint = fingerprint;
  }

  set(unit: number, vector: Int8Array): void {
    if (this.#dimensions === 0) this.#dimensions = vector.length;
    if (vector.length === 0 || vector.length !== this.#dimensions)
      throw new DamagedIndexError('Vector length mismatch.');
    this.#products ??= new DotProducts(this.#dimensions);
    this.#products.set(unit, vector);
    const blockIndex = Math.floor(unit / ROWS_PER_BLOCK);
    while (this.#inverseLengths.length <= blockIndex)
      this.#inverseLengths.push(new Float32Array(ROWS_PER_BLOCK).fill(-1));
    const squares = vector.reduce((sum, value) => sum + value * value, 0);
    const block = this.#inverseLengths[blockIndex];
    if (block !== undefined) block[unit % ROWS_PER_BLOCK] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  }

  has(unit: number): boolean {
    return this.#inverseLengthOf(unit) >= 0;
  }

  /**
   * Returns a function that writes the cosine similarity of each row to a vector of length 1 into `scores`, at the row's
   * unit; missing rows are left unchanged. No row may be set before its last call.
   */
  createScorer(vector: Float32Array): (first: number, count: number, scores: Float32Array) => void {
    const products = this.#products;
    if (products === undefined || vector.length !== this.#dimensions) return () => {};
    const multiply = products.createMultiplier(vector);
    return (first, count, scores) => {
      const rows = Math.min(count, products.capacity - first);
      multiply(first, rows, (unit, product) => {
        const inverse = this.#inverseLengthOf(unit);
        if (inverse >= 0) scores[unit] = product * inverse;
      });
    };
  }

  #inverseLengthOf(unit: number): number {
    return this.#inverseLengths[Math.floor(unit / ROWS_PER_BLOCK)]?.[unit % ROWS_PER_BLOCK] ?? -1;
  }
}

/** Scales the vector to 8 bits so that the largest component becomes 127; only the direction matters. */
export function quantizeVector(vector: Float32Array): Int8Array {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
}
