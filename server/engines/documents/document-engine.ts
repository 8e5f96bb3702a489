import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  type BlobStore,
  openTemporaryStore,
  type StoredBlob,
} from '#server/engines/storage/object-storage.ts';
import type { Block, DocumentType, Extraction } from './blocks/document-text.ts';
import { TextComparer } from './compare/comparer.ts';
import { createConversionCache } from './conversion/conversion-cache.ts';
import { createDocumentConverter } from './conversion/document-converter.ts';
import { createPageLayouts } from './conversion/page-layouts.ts';
import type { DocumentSource } from './document-source.ts';
import { documentTypeOfExtension } from './extraction/detect-document-type.ts';
import { createTextExtractor } from './extraction/extraction-pool.ts';
import { type ContentInspector, InspectorPool } from './findings/content-inspector.ts';
import { mergeOcrText, type OcrPage } from './ocr/merge-ocr-text.ts';
import { isUsableLanguageData, type OcrEngine, openOcrEngine } from './ocr/ocr-engine.ts';
import { UnusableOcrProgramError } from './ocr/tesseract-program.ts';
import { RendererBusyError } from './rendering/limit-rendering.ts';
import { openPageCache } from './rendering/page-cache.ts';
import { createPageRenderer, type PageRenderer } from './rendering/page-renderer.ts';
import { RenderingPool } from './rendering/rendering-pool.ts';
import { createTableReader, type TableReader } from './tables/table-reader.ts';
import { Watermarker } from './watermark/watermarker.ts';

export type {
  Block,
  DocumentType,
  Extraction,
  ExtractionReason,
} from './blocks/document-text.ts';
export type { DocumentSource, PageLayout } from './document-source.ts';
export type { HiddenFinding, TextFinding } from './findings/finding.ts';
export type { OcrEngineKind, PageRecognition } from './ocr/page-recognition.ts';
export type { WatermarkText } from './watermark/draw-watermark.ts';

/** A comparison takes at most about two seconds of processor time; a busy machine may need longer for it. */
const COMPARISON_LIMITS = { timeoutMs: 30_000, memoryMb: 512 };
const COMPARISONS_AT_ONCE = 2;

export interface DocumentEngineOptions {
  /** The cache lies in it; programs of the machine cannot see it. */
  readonly dataDir: string;
  /** Only the first pages of a longer document are rendered. */
  readonly maxPages: number;
  /** Folders to search for installed programs, as in PATH; without it there is no conversion, and OCR runs as WebAssembly. */
  readonly searchPath?: string | undefined;
  /** The path of Tesseract, 'off', or nothing to look for it. */
  readonly ocrProgram?: string | undefined;
  /** For one document or page, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Reads and renders documents in sandboxed processes. Rejects only for failures that are not the document's fault. */
export interface DocumentEngine {
  readonly extraction: {
    /** Documents that are read at a time. */
    readonly concurrency: number;
    /** Returns the text of a document, or why there is none. */
    extract(document: DocumentSource, signal?: AbortSignal): Promise<Extraction>;
    /** Returns a document's blocks with those of recognized pages, in the order of pages. Repeating it changes nothing. */
    mergeOcrText(blocks: readonly Block[], pages: readonly OcrPage[]): Block[];
    /** Returns the type that an extension means, or undefined for files without text. */
    typeOfExtension(extension: string): DocumentType | undefined;
  };
  readonly inspection: ContentInspector;
  readonly rendering: PageRenderer;
  /** Reads the rows of CSV files and workbooks that people import. */
  readonly tables: TableReader;
  readonly watermark: Pick<
    Watermarker,
    'watermarkImage' | 'watermarkPdf' | 'markChanges' | 'previewWatermark'
  >;
  readonly conversion: {
    /**
     * Returns an Office document as a PDF in the temporary store. Undefined without a program that can convert it, and unless
     * `isPatient` if that takes longer than some seconds.
     */
    convertToPdf(document: DocumentSource, options: { isPatient: boolean }): Promise<StoredBlob | undefined>;
  };
  /** Compares the extracted texts of two documents. */
  readonly comparison: Pick<TextComparer, 'compare'>;
  /** Absent if it is off. */
  readonly ocr: OcrEngine | undefined;
  /** Holds bytes that are sent once; its content ends with the process. */
  readonly temporaryStore: Pick<BlobStore, 'put' | 'open' | 'remove'>;
  /** Resolves when all processes have ended and what they rendered is stored. */
  close(): Promise<void>;
}

/** Opens the cache and finds the programs of the machine; processes start when they are first needed. */
export async function openDocumentEngine(options: DocumentEngineOptions): Promise<DocumentEngine> {
  const { dataDir, maxPages, searchPath, timeoutMs = 60_000 } = options;
  const limits = { timeoutMs, memoryMb: 1024 };
  const programs = { timeoutMs, hidden: [dataDir], path: searchPath };
  // People wait for pages, so all cores may render; at least two, since a malicious document may occupy one for a minute.
  const processes = Math.max(2, availableParallelism());
  const ocr = await openOcrEngine({
    program: options.ocrProgram,
    languagesFolder: ocrLanguagesFolder(dataDir),
    hidden: programs.hidden,
    path: searchPath,
    ...(options.timeoutMs !== undefined && { timeoutMs }),
  });
  const cache = await openPageCache(join(dataDir, 'cache'), openTemporaryStore);
  const { temporaryStore } = cache;
  const closing = new AbortController();
  const converter = createDocumentConverter({ ...programs, signal: closing.signal });
  const conversions = createConversionCache(converter, cache);
  const extractor = createTextExtractor();
  const pool = new RenderingPool({ processes, maxPages, ...limits });
  const watermarker = new Watermarker(processes, limits);
  const inspector = new InspectorPool(limits);
  const comparer = new TextComparer(COMPARISONS_AT_ONCE, COMPARISON_LIMITS);
  return {
    extraction: describeExtraction(extractor),
    inspection: inspector,
    rendering: createPageRenderer(createPageLayouts(conversions, temporaryStore), pool, cache, watermarker),
    watermark: watermarker,
    tables: createTableReader(),
    comparison: comparer,
    conversion: {
      async convertToPdf(document, options) {
        if ((await converter.targetFormatOf(document.type)) !== 'pdf') return undefined;
        return conversions.convert(document, options);
      },
    },
    ocr,
    temporaryStore,
    async close() {
      closing.abort();
      await Promise.all([
        conversions.whenIdle(),
        extractor.close(),
        pool.close(),
        watermarker.close(),
        inspector.close(),
        comparer.close(),
        ocr?.close(),
        cache.flush(),
      ]);
    },
  };
}

const describeExtraction = (
  extractor: ReturnType<typeof createTextExtractor>,
): DocumentEngine['extraction'] => ({
  concurrency: extractor.concurrency,
  async extract({ owner, type: extension, bytes }, signal) {
    const type = documentTypeOfExtension(extension);
    if (!type) return { status: 'no-text', reasons: [{ code: 'unsupported-type' }], imagePages: [] };
    return extractor.extract({ owner, type, bytes }, signal);
  },
  mergeOcrText,
  typeOfExtension: documentTypeOfExtension,
});

/** Tells whether the engine rejected work because too much is waiting; a later attempt may succeed. */
export const isRendererBusy = (error: unknown): boolean => error instanceof RendererBusyError;

/** Tells whether the engine could not be opened because of the program that `ocrProgram` names. */
export const isUnusableOcrProgram = (error: unknown): boolean => error instanceof UnusableOcrProgramError;

/** The folder of a data directory for languages of OCR. */
export const ocrLanguagesFolder = (dataDir: string): string => join(dataDir, 'ocr');

/** Returns whether OCR can load this as the data of a language. */
export const isOcrLanguageData = (data: Buffer): Promise<boolean> => isUsableLanguageData(data);
