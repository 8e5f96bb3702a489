import { DotProducts } from './dot-products.ts';
import { DamagedIndexError } from './index-database.ts';

const ROWS_PER_BLOCK = 4096;

/** Vectors of passages in memory, by the passage's number, all of one model. */
export class VectorMatrix {
  readonly fingerprint: string;
  /** One divided by each row's length, 0 for a row of zeros, below 0 where there is none; in blocks, so that growing copies nothing. */
  readonly #inverseLengths: Float32Array[] = [];
  #dimensions = 0;
  #products: DotProducts | undefined;

  constructor(fingerprint: string) {
    this.fingerprint = fingerprint;
  }

  set(unit: number, vector: Int8Array): void {
    if (this.#dimensions === 0) this.#dimensions = vector.length;
    if (vector.length === 0 || vector.length !== this.#dimensions)
      throw new DamagedIndexError('A vector is of another length.');
    this.#products ??= new DotProducts(this.#dimensions);
    this.#products.set(unit, vector);
    const at = Math.floor(unit / ROWS_PER_BLOCK);
    while (this.#inverseLengths.length <= at)
      this.#inverseLengths.push(new Float32Array(ROWS_PER_BLOCK).fill(-1));
    const squares = vector.reduce((sum, value) => sum + value * value, 0);
    const block = this.#inverseLengths[at];
    if (block !== undefined) block[unit % ROWS_PER_BLOCK] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  }

  has(unit: number): boolean {
    return this.#inverseLengthOf(unit) >= 0;
  }

  /**
   * The function returned puts the cosine of the angle between each row and a vector of length 1 in its place among `scores`; the
   * places of rows that are not there stay as they are. Nothing may be set in between.
   */
  createScorer(vector: Float32Array): (first: number, count: number, scores: Float32Array) => void {
    const products = this.#products;
    if (products === undefined || vector.length !== this.#dimensions) return () => {};
    const multiply = products.createMultiplier(vector);
    return (first, count, scores) => {
      const known = Math.min(count, products.capacity - first);
      multiply(first, known, (unit, product) => {
        const inverse = this.#inverseLengthOf(unit);
        if (inverse >= 0) scores[unit] = product * inverse;
      });
    };
  }

  #inverseLengthOf(unit: number): number {
    return this.#inverseLengths[Math.floor(unit / ROWS_PER_BLOCK)]?.[unit % ROWS_PER_BLOCK] ?? -1;
  }
}
