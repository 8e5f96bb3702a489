/** As far as it is used here: TypeScript declares it for browsers alone. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number });
    readonly buffer: ArrayBuffer;
    /** By so many pages of 65,536 bytes; earlier buffers are detached. */
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
