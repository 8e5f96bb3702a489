import { buildDotProductModule } from './dot-product-wasm.ts';

const PAGE_BYTES = 65_536;
const BYTES_PER_STEP = 16;
/** So many rows are compared at a time; their results and the question share the first page. */
const ROWS_PER_CALL = 4_096;
const RESULTS_OFFSET = 0;
const QUERY_OFFSET = ROWS_PER_CALL * Int32Array.BYTES_PER_ELEMENT;
/** With the rows' seven bits and 4,096 components, the sum stays within 31. */
const MAX_FACTOR = 2_047;

type Multiply = (row: number, question: number, result: number, rows: number, width: number) => void;

/** Rows of bytes, and their products with a question. */
export class DotProducts {
  readonly #width: number;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #multiply: Multiply;
  #rows = 0;

  constructor(dimensions: number) {
    this.#width = Math.ceil(dimensions / BYTES_PER_STEP) * BYTES_PER_STEP;
    const program = new WebAssembly.Module(buildDotProductModule());
    const instance = new WebAssembly.Instance(program, { host: { memory: this.#memory } });
    // The program's one function, as its bytes say.
    this.#multiply = instance.exports['multiply'] as Multiply;
  }

  /** For so many rows there is room. */
  get capacity(): number {
    return this.#rows;
  }

  set(row: number, numbers: Int8Array): void {
    this.#grow(row + 1);
    new Int8Array(this.#memory.buffer).set(numbers, PAGE_BYTES + row * this.#width);
  }

  /** Begins a question; the function returned tells the products of rows, of which there are at most `rows`. */
  createMultiplier(
    question: Float32Array,
  ): (first: number, count: number, take: (at: number, product: number) => void) => void {
    const longest = question.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    const factors = new Int16Array(this.#memory.buffer, QUERY_OFFSET, this.#width).fill(0);
    factors.set(question.map((value) => Math.round((value / longest) * MAX_FACTOR)));
    const scale = longest / MAX_FACTOR;
    const results = new Int32Array(this.#memory.buffer, RESULTS_OFFSET, ROWS_PER_CALL);
    return (first, count, take) => {
      for (let from = first; from < first + count; from += ROWS_PER_CALL) {
        const some = Math.min(ROWS_PER_CALL, first + count - from);
        this.#multiply(PAGE_BYTES + from * this.#width, QUERY_OFFSET, RESULTS_OFFSET, some, this.#width);
        for (let at = 0; at < some; at++) take(from + at, (results[at] ?? 0) * scale);
      }
    };
  }

  #grow(rows: number): void {
    if (rows <= this.#rows) return;
    const wanted = Math.ceil(rows / ROWS_PER_CALL) * ROWS_PER_CALL;
    const pages = 1 + Math.ceil((wanted * this.#width) / PAGE_BYTES);
    this.#memory.grow(pages - this.#memory.buffer.byteLength / PAGE_BYTES);
    this.#rows = wanted;
  }
}
