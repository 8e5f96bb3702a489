import type { Services } from '#server/app/context.ts';
import type { OcrLanguages } from '#server/app/domain-events.ts';
import { findRoomOf, parseRoomSettings } from '#server/authorization/publication/room-of.ts';

const DEFAULT_LANGUAGE = 'eng';
/** Tesseract's codes of the languages that function words tell apart. */
const CODES: Readonly<Record<string, string>> = {
  en: 'eng',
  da: 'dan',
  de: 'deu',
  es: 'spa',
  fi: 'fin',
  fr: 'fra',
  hu: 'hun',
  it: 'ita',
  nl: 'nld',
  no: 'nor',
  pt: 'por',
  ro: 'ron',
  sv: 'swe',
  tr: 'tur',
  vi: 'vie',
};
const DETECTABLE = new Set(Object.values(CODES));
/** Fewer words do not tell their language. */
const MIN_WORDS = 20;
/** Text read as another script is nonsense. */
const OTHER_SCRIPT_BELOW = 65;
/** Together they take as much longer. */
const MAX_OTHER_SCRIPTS = 3;

/** Returns the languages for a file: those that somebody chose for it, or those of its room. */
export async function chooseLanguages(
  services: Services,
  folderId: number | null,
  chosen: OcrLanguages | undefined,
): Promise<OcrLanguages> {
  if (chosen !== undefined) return chosen;
  const room = folderId === null ? undefined : await findRoomOf(services, folderId);
  const languages = room ? parseRoomSettings(room.settings).ocrLanguages : [];
  return languages.length > 0 ? languages : 'auto';
}

/** Returns the languages of the first pass over a page: the chosen ones that are installed, or those of the page before. */
export function firstLanguages(
  wanted: OcrLanguages,
  installed: readonly string[],
  previous: readonly string[] | undefined,
): readonly string[] {
  const usable = wanted === 'auto' ? (previous ?? []) : wanted.filter((code) => installed.includes(code));
  if (usable.length > 0) return usable;
  return installed.includes(DEFAULT_LANGUAGE) ? [DEFAULT_LANGUAGE] : installed.slice(0, 1);
}

/** Returns other languages to read a page in, if its first pass says that they fit better. */
export async function betterLanguages(
  { text, words, confidence }: { text: string; words: number; confidence: number },
  {
    used,
    installed,
    detect,
  }: {
    used: readonly string[];
    installed: readonly string[];
    detect: (text: string) => Promise<string>;
  },
): Promise<readonly string[] | undefined> {
  if (words < MIN_WORDS) return undefined;
  const detected = CODES[await detect(text)];
  if (confidence >= OTHER_SCRIPT_BELOW || !installed.some((code) => !DETECTABLE.has(code)))
    return detected !== undefined && installed.includes(detected) && !used.includes(detected)
      ? [detected]
      : undefined;
  const others = installed.filter((code) => !DETECTABLE.has(code) && !used.includes(code));
  return others.length > 0 ? others.slice(0, MAX_OTHER_SCRIPTS) : undefined;
}
