/** Formats that are a single XML file, whatever its name. */
export type XmlFormat =
  | 'word-2003'
  | 'spreadsheet'
  | 'word-package'
  | 'slide-package'
  | 'odt'
  | 'ods'
  | 'odp';

const ROOT = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)[^>]*>/;
/** Signs in the root element, right before it in an instruction, or right after it. */
const SIGNS: readonly (readonly [format: XmlFormat, root: string, sign: RegExp])[] = [
  ['word-2003', 'wordDocument', /schemas\.microsoft\.com\/office\/word\/2003\/wordml/],
  ['spreadsheet', 'Workbook', /urn:schemas-microsoft-com:office:spreadsheet/],
  ['word-package', 'package', /progid="Word\.Document"|wordprocessingml/],
  ['slide-package', 'package', /progid="PowerPoint\.Show"|presentationml/],
  ['odt', 'document', /application\/vnd\.oasis\.opendocument\.text/],
  ['ods', 'document', /application\/vnd\.oasis\.opendocument\.spreadsheet/],
  ['odp', 'document', /application\/vnd\.oasis\.opendocument\.presentation/],
];
/** Namespaces of an office program fill a few thousand characters. */
const HEAD_LENGTH = 16_384;

/** Returns the format that the beginning of an XML file shows, or undefined for another one. */
export function findXmlFormat(source: string): XmlFormat | undefined {
  const head = source.slice(0, HEAD_LENGTH);
  const root = ROOT.exec(head)?.[1];
  return SIGNS.find(([, name, sign]) => root === name && sign.test(head))?.[0];
}
