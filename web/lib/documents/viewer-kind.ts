import { displayableMediaType } from '#shared/domain/displayable-media.ts';
import { fileExtension } from '#shared/domain/file-type.ts';

const EXTENSIONS = {
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png'],
  docx: ['docx', 'docm', 'dotx', 'dotm'],
  pptx: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  sheet: ['xlsx', 'xlsm', 'xltx', 'xltm', 'xlsb', 'xls', 'xlt', 'ods', 'ots', 'csv', 'tsv'],
  markdown: ['md', 'markdown'],
  json: ['json'],
  email: ['eml', 'mht', 'mhtml'],
  /** Shown as PDF where the server has an office program, else as pages that it lays out from the text. */
  office: ['doc', 'dot', 'odt', 'ott', 'rtf', 'ppt', 'pps', 'pot', 'odp', 'otp'],
  /** What no browser shows: the server draws its pages, those of an Outlook message from its text. */
  rendered: ['tif', 'tiff', 'msg'],
  // Pages and pictures that can hold scripts among them: as text they are what they are made of.
  text: (
    'txt log text html htm xhtml css xml yaml yml toml ini cfg conf properties env sql sh bash bat ps1 ' +
    'js mjs cjs jsx ts tsx py rb php pl java kt scala groovy c h cc cpp hpp cs go rs swift m r lua dart vue ' +
    'tex bib rst adoc srt vtt ics vcf diff patch jsonl ndjson'
  ).split(' '),
} as const satisfies Record<string, readonly string[]>;

export type ViewerKind = keyof typeof EXTENSIONS | 'heic' | 'audio' | 'video' | 'none';

const KIND_BY_EXTENSION: ReadonlyMap<string, ViewerKind> = new Map(
  Object.entries(EXTENSIONS).flatMap(
    ([kind, endings]) => endings.map((ending) => [ending, kind as keyof typeof EXTENSIONS] as const), // Object.entries forgets the keys
  ),
);

/** What shows a file, by its name; the content may turn out to be something else, which the viewer then says. */
export function getViewerKind(name: string): ViewerKind {
  const media = displayableMediaType(name);
  if (media === undefined) return KIND_BY_EXTENSION.get(fileExtension(name)) ?? 'none';
  if (media === 'image/heic' || media === 'image/heif') return 'heic';
  if (media.startsWith('image/')) return 'image';
  return media.startsWith('audio/') ? 'audio' : 'video';
}
