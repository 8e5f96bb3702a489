import type { Services } from '#server/app/context.ts';
import type { OcrLanguages, OcrProgress } from '#server/app/domain-events.ts';
import type {
  DocumentSource,
  OcrEngineKind,
  PageRecognition,
} from '#server/engines/documents/document-engine.ts';
import { betterLanguages, firstLanguages } from './ocr-languages.ts';
import { addPage, type ReadPage } from './ocr-progress.ts';

type OcrEngine = NonNullable<Services['documents']['ocr']>;

interface PageReading {
  readonly engine: OcrEngineKind;
  readonly languages: readonly string[];
  readonly page: PageRecognition;
}

/** After this long the other files have their turn. */
const MAX_DURATION_MS = 10 * 60_000;

/**
 * Recognizes the first of these pages one after another, as many as there is time for, at least one. A page that fails does not
 * keep others from being read.
 */
export async function recognizePages(
  services: Services,
  ocr: OcrEngine,
  {
    document,
    pages,
    wanted,
    progress: before,
  }: {
    document: DocumentSource;
    pages: readonly number[];
    wanted: OcrLanguages;
    progress: OcrProgress;
  },
  signal: AbortSignal,
): Promise<{ read: ReadPage[]; progress: OcrProgress }> {
  const { languages: installed } = await ocr.listLanguages();
  let progress = before;
  let previous: readonly string[] | undefined = before.languages.slice(-1);
  const read: ReadPage[] = [];
  const until = performance.now() + MAX_DURATION_MS;
  for (const page of pages) {
    signal.throwIfAborted();
    if (read.length > 0 && performance.now() > until) break;
    const languages = firstLanguages(wanted, installed, previous);
    const reading = await readPage(services, ocr, { document, page, languages, installed, wanted }, signal);
    const added = addPage(progress, page, reading);
    progress = added.progress;
    if (added.text !== '') previous = reading.languages;
    read.push({ page, text: added.text });
  }
  return { read, progress };
}

interface PageOfDocument {
  readonly document: DocumentSource;
  readonly page: number;
  readonly languages: readonly string[];
  readonly installed: readonly string[];
  readonly wanted: OcrLanguages;
}

/** Reads a page, and again in another language if its words are those of that language. */
async function readPage(
  services: Services,
  ocr: OcrEngine,
  { document, page, languages, installed, wanted }: PageOfDocument,
  signal: AbortSignal,
): Promise<PageReading> {
  const rendered = await services.documents.rendering.renderPageForOcr(document, page);
  if ('problem' in rendered) {
    const problem = rendered.problem === 'too-long' ? 'too-long' : 'damaged';
    return { engine: ocr.kind, languages, page: { problem } };
  }
  const readIn = async (languages: readonly string[]): Promise<PageReading> => {
    const image = { owner: document.owner, image: rendered.image, languages };
    return { ...(await ocr.recognizePage(image, signal)), languages };
  };
  const first = await readIn(languages);
  if (wanted !== 'auto' || 'problem' in first.page) return first;
  const detect = (text: string) => services.searchIndex.detectLanguage(text);
  const others = await betterLanguages(first.page, { used: languages, installed, detect });
  if (!others) return first;
  const second = await readIn(others);
  const isBetter = !('problem' in second.page) && second.page.confidence >= first.page.confidence - TOLERANCE;
  return isBetter ? second : first;
}

/** Confidences of two languages are not quite comparable; the function words decide unless they differ by more. */
const TOLERANCE = 5;
