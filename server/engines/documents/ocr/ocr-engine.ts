import { isLanguageData, LanguageFiles } from './language-files.ts';
import { OcrRate } from './ocr-rate.ts';
import type { OcrEngineKind, PageRecognition, PageToRecognize } from './page-recognition.ts';
import { findTesseract } from './tesseract-program.ts';
import { OcrPool } from './wasm/ocr-pool.ts';

export interface OcrEngine {
  /** `native` where Tesseract is installed and can run in the sandbox. */
  readonly kind: OcrEngineKind;
  /** Lists the languages that are installed now, and the names of files that are not valid language data. */
  listLanguages(): Promise<{ readonly languages: readonly string[]; readonly damaged: readonly string[] }>;
  /** Recognizes a page; names the engine that read it. Rejects only for failures that are not the page's fault. */
  recognizePage(
    page: PageToRecognize,
    signal: AbortSignal,
  ): Promise<{ readonly engine: OcrEngineKind; readonly page: PageRecognition }>;
  /** The pages that this process recognizes, over the last ten minutes; `null` if it recognized none. */
  pagesPerMinute(): number | null;
  close(): Promise<void>;
}

/** A dense page takes 10 seconds of the processor, which a busy machine gives to others first. */
const PAGE_TIMEOUT_MS = 3 * 60_000;

interface OcrEngineOptions {
  /** The path of Tesseract, 'off', or nothing to look for it. */
  readonly program: string | undefined;
  /** Contains the language data that was installed for this server. */
  readonly languagesFolder: string;
  /** For one page. */
  readonly timeoutMs?: number;
  readonly memoryMb?: number;
  /** Folders that the program must not see. */
  readonly hidden: readonly string[];
  /** Folders to search for programs, as in PATH. */
  readonly path?: string | undefined;
}

/**
 * Opens the installed Tesseract if there is one that can run in the sandbox, otherwise the one in WebAssembly, which needs
 * nothing. Pages in languages that only the folder contains are read by WebAssembly in any case. Returns undefined if OCR is off.
 */
export async function openOcrEngine(options: OcrEngineOptions): Promise<OcrEngine | undefined> {
  const {
    program,
    languagesFolder,
    timeoutMs = PAGE_TIMEOUT_MS,
    memoryMb = 1024,
    hidden,
    path = '',
  } = options;
  if (program === 'off') return undefined;
  const native = await findTesseract(program, { timeoutMs, hidden, path, background: true });
  const pool: OcrPool = new OcrPool({ timeoutMs, memoryMb, readLanguage: (code) => files.read(code) });
  const files = new LanguageFiles(languagesFolder, (data) => pool.acceptsLanguage(data));
  const rate = new OcrRate();
  return {
    kind: native ? 'native' : 'wasm',
    async listLanguages() {
      const { languages, damaged } = await files.list();
      return { languages: [...new Set([...(native?.languages ?? []), ...languages])].toSorted(), damaged };
    },
    async recognizePage(page, signal) {
      const isNative =
        native !== undefined && page.languages.every((code) => native.languages.includes(code));
      const read = await (isNative ? native : pool).recognizePage(page, signal);
      rate.count(performance.now());
      return { engine: isNative ? 'native' : 'wasm', page: read };
    },
    pagesPerMinute: () => rate.perMinute(performance.now()),
    close: () => pool.close(),
  };
}

const CHECK_LIMITS = { timeoutMs: 60_000, memoryMb: 1024 };

/** Returns whether this is language data that Tesseract can load. */
export async function isUsableLanguageData(data: Buffer): Promise<boolean> {
  if (!isLanguageData(data)) return false;
  const pool = new OcrPool({ ...CHECK_LIMITS, readLanguage: async () => data });
  try {
    return await pool.acceptsLanguage(data);
  } finally {
    await pool.close();
  }
}
