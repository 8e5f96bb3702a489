/** Declares the members used here; TypeScript declares WebAssembly only for browsers. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number });
    readonly buffer: ArrayBuffer;
    /** Grows by pages of 65,536 bytes and detaches the previous buffer. */
    grow(pages: number): number;
  }
  class Module {
    constructor(program: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(program: Module, imports: Record<string, Record<string, Memory>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
