import { buildDotProductModule } from './dot-product-wasm.ts';

const PAGE_BYTES = 65_536;
const BYTES_PER_STEP = 16;
/** Rows multiplied per call; their results and the query share the first page. */
const ROWS_PER_CALL = 4_096;
const RESULTS_OFFSET = 0;
const QUERY_OFFSET = ROWS_PER_CALL * Int32Array.BYTES_PER_ELEMENT;
/** Largest factor (11 bits): with 7 bits per row component and 4,096 components, a sum stays within 31 bits. */
const MAX_FACTOR = 2_047;

type Multiply = (row: number, query: number, result: number, rows: number, width: number) => void;

/** Rows of 8-bit vectors, and their dot products with a query vector. */
export class DotProducts {
  readonly #width: number;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #multiply: Multiply;
  #rows = 0;

  constructor(dimensions: number) {
    this.#width = Math.ceil(dimensions / BYTES_PER_STEP) * BYTES_PER_STEP;
    const module = new WebAssembly.Module(buildDotProductModule());
    const instance = new WebAssembly.Instance(module, { host: { memory: this.#memory } });
    this.#multiply = instance.exports['multiply'] as Multiply; // the only function that the module exports
  }

  /** Number of rows that fit into the allocated memory. */
  get capacity(): number {
    return this.#rows;
  }

  set(row: number, numbers: Int8Array): void {
    this.#grow(row + 1);
    new Int8Array(this.#memory.buffer).set(numbers, PAGE_BYTES + row * this.#width);
  }

  /**
   * Loads the query vector. The returned function passes the dot products of `count` rows, from `first` on, to `take`; all
   * of them must be within the capacity.
   */
  createMultiplier(
    query: Float32Array,
  ): (first: number, count: number, take: (row: number, product: number) => void) => void {
    const largest = query.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
    const factors = new Int16Array(this.#memory.buffer, QUERY_OFFSET, this.#width).fill(0);
    factors.set(query.map((value) => Math.round((value / largest) * MAX_FACTOR)));
    const scale = largest / MAX_FACTOR;
    const results = new Int32Array(this.#memory.buffer, RESULTS_OFFSET, ROWS_PER_CALL);
    return (first, count, take) => {
      for (let from = first; from < first + count; from += ROWS_PER_CALL) {
        const rows = Math.min(ROWS_PER_CALL, first + count - from);
        this.#multiply(PAGE_BYTES + from * this.#width, QUERY_OFFSET, RESULTS_OFFSET, rows, this.#width);
        for (let row = 0; row < rows; row++) take(from + row, (results[row] ?? 0) * scale);
      }
    };
  }

  #grow(rows: number): void {
    if (rows <= this.#rows) return;
    const newCapacity = Math.ceil(rows / ROWS_PER_CALL) * ROWS_PER_CALL;
    const pages = 1 + Math.ceil((newCapacity * this.#width) / PAGE_BYTES);
    this.#memory.grow(pages - this.#memory.buffer.byteLength / PAGE_BYTES);
    this.#rows = newCapacity;
  }
}
