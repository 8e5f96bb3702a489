import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The functions of the Tesseract build that we call; addresses are numbers, and 0 means failure. */
interface TesseractApi {
  /** Returns 0 if the languages, such as `deu+eng`, could be loaded. */
  Init(dataPath: null, languages: string, mode: number): number;
  SetImage(address: number, width: number, height: number, bytesPerPixel: number, bytesPerLine: number): void;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
  End(): void;
}

interface Pix {
  readonly w: number;
  readonly h: number;
  readonly wpl: number;
  get_d(): number;
  get_data(): number;
}

interface TesseractModule {
  TessBaseAPI: new () => TesseractApi;
  Pix: object;
  FS: { writeFile(name: string, bytes: Uint8Array): void };
  _malloc(size: number): number;
  _free(address: number): void;
  /** Decodes an image; returns the address of the result. */
  _pixReadMem(address: number, size: number): number;
  /** Takes the address of the variable that contains the address. */
  _pixDestroy(address: number): void;
  wrapPointer(address: number, type: object): Pix;
  setValue(address: number, value: number, type: 'i32'): void;
}

type ImportsOfInstance = ConstructorParameters<typeof WebAssembly.Instance>[1];

interface ModuleOptions {
  instantiateWasm(
    imports: ImportsOfInstance,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  print(line: string): void;
  printErr(line: string): void;
}

export type Tesseract = TesseractModule & {
  /** Returns all memory; after any call, an earlier view may be of memory that has been replaced. */
  memory(): Uint8Array;
};

/** The build with SIMD, which Node supports on every machine; its results do not depend on the processor. */
const BUILD = 'tesseract.js-core/tesseract-core-simd-lstm';

/** Loads Tesseract without language data. */
export async function loadTesseract(): Promise<Tesseract> {
  const require = createRequire(import.meta.url);
  const factory: (options: ModuleOptions) => Promise<TesseractModule> = require(`${BUILD}.js`);
  const wasm = new WebAssembly.Module(readFileSync(require.resolve(`${BUILD}.wasm`)));
  let memory: WebAssembly.Memory | undefined;
  const loaded = await factory({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(wasm, imports);
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
      receive(instance, wasm);
      return {};
    },
    print() {},
    printErr() {},
  });
  return Object.assign(loaded, {
    memory() {
      if (!memory) throw new Error('Tesseract has no memory');
      return new Uint8Array(memory.buffer);
    },
  });
}
