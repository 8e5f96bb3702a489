import type { OcrProgress } from '#server/app/domain-events.ts';
import type { OcrEngineKind, PageRecognition } from '#server/engines/documents/document-engine.ts';
import type { OcrOutcome } from '../ocr/queries.ts';
import { describeImagePages, formatPageRanges } from './image-pages.ts';

/** Means of confidence, from 0 to 100: below the first a page holds guesses, below the second a file is marked as uncertain. */
const [UNREADABLE_BELOW, UNCERTAIN_BELOW] = [40, 70];
/** The maximum for one file; a longer one would occupy OCR for days. */
export const MAX_OCR_PAGES = 2_000;

export const startProgress = (total: number): OcrProgress => ({
  total,
  words: 0,
  confidence: 0,
  engine: null,
  languages: [],
  unreadable: [],
  late: [],
  failed: [],
});

/** A page that OCR is through with; `text` is empty where nothing is kept. */
export interface ReadPage {
  readonly page: number;
  readonly text: string;
}

/** Counts a page, and returns its text unless it is too uncertain. */
export function addPage(
  progress: OcrProgress,
  page: number,
  read: { engine: OcrEngineKind; languages: readonly string[]; page: PageRecognition },
): { progress: OcrProgress; text: string } {
  const { engine, languages } = read;
  if ('problem' in read.page) {
    const isLate = read.page.problem === 'too-long';
    const list = isLate ? 'late' : 'failed';
    return { progress: { ...progress, engine, [list]: [...progress[list], page] }, text: '' };
  }
  const { text, words, confidence } = read.page;
  if (words > 0 && confidence < UNREADABLE_BELOW)
    return { progress: { ...progress, engine, unreadable: [...progress.unreadable, page] }, text: '' };
  return {
    progress: {
      ...progress,
      engine,
      words: progress.words + words,
      confidence: progress.confidence + confidence * words,
      languages: words === 0 ? progress.languages : [...new Set([...progress.languages, ...languages])],
    },
    text,
  };
}

/** Describes the pages whose text is missing; `null` if none is. */
export function describeMissingPages(
  { unreadable, late, failed }: Pick<OcrProgress, 'unreadable' | 'late' | 'failed'>,
  isImage: boolean,
): string | null {
  const reasons = [];
  if (unreadable.length > 0) reasons.push(describeUnreadable(unreadable, isImage));
  if (late.length > 0) reasons.push(`${namePages(late)} took too long.`);
  if (failed.length > 0) reasons.push(describeImagePages(failed, isImage, 'could not be recognized'));
  return reasons.length === 0 ? null : reasons.join(' ');
}

function describeUnreadable(pages: readonly number[], isImage: boolean): string {
  if (isImage) return 'This page could not be read. It may be handwriting.';
  return `${namePages(pages)} could not be read. ${pages.length === 1 ? 'It' : 'They'} may be handwriting.`;
}

const namePages = (pages: readonly number[]): string =>
  `${pages.length === 1 ? 'Page' : 'Pages'} ${formatPageRanges(pages)}`;

/** Returns what a file's row says about its OCR. */
export function outcomeOf(progress: OcrProgress, { isDone }: { isDone: boolean }): OcrOutcome {
  const { words, engine, languages } = progress;
  const confidence = words === 0 ? null : Math.round((progress.confidence / words) * 10) / 10;
  return { state: isDone ? finalState(progress, confidence) : 'waiting', engine, languages, confidence };
}

function finalState(
  { unreadable, late, failed }: OcrProgress,
  confidence: number | null,
): 'done' | 'low-confidence' | 'unreadable' {
  if (confidence !== null) return confidence < UNCERTAIN_BELOW ? 'low-confidence' : 'done';
  return unreadable.length + late.length + failed.length > 0 ? 'unreadable' : 'done';
}
