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
  /** Displayed as PDF if LibreOffice is available on the server, else as page images rendered from the text. */
  office: ['doc', 'dot', 'odt', 'ott', 'rtf', 'ppt', 'pps', 'pot', 'odp', 'otp'],
  /** Formats without browser support: the server renders their pages, those of an Outlook message from its text. */
  rendered: ['tif', 'tiff', 'msg'],
  // Includes HTML and similar formats that can contain scripts; their source is displayed.
  text: (
    'txt log text html htm xhtml css xml fodt fods fodp yaml yml toml ini cfg conf properties env sql sh bash bat ps1 ' +
    'js mjs cjs jsx ts tsx py rb php pl java kt scala groovy c h cc cpp hpp cs go rs swift m r lua dart vue ' +
    'tex bib rst adoc srt vtt ics vcf diff patch jsonl ndjson'
  ).split(' '),
} as const satisfies Record<string, readonly string[]>;

export type ViewerKind = keyof typeof EXTENSIONS | 'heic' | 'audio' | 'video' | 'none';

const KIND_BY_EXTENSION: ReadonlyMap<string, ViewerKind> = new Map(
  Object.entries(EXTENSIONS).flatMap(
    ([kind, extensions]) =>
      extensions.map((extension) => [extension, kind as keyof typeof EXTENSIONS] as const), // Object.entries loses the key type
  ),
);

/** Returns the viewer for a file name. The content may differ from the extension; the viewer then shows an error. */
export function getViewerKind(name: string): ViewerKind {
  const media = displayableMediaType(name);
  if (media === undefined) return KIND_BY_EXTENSION.get(fileExtension(name)) ?? 'none';
  if (media === 'image/heic' || media === 'image/heif') return 'heic';
  if (media.startsWith('image/')) return 'image';
  return media.startsWith('audio/') ? 'audio' : 'video';
}
