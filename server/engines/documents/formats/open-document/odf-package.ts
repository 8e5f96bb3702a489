import {
  damagedDocumentError,
  passwordProtectedError,
  UnreadableDocumentError,
} from '#server/engines/documents/blocks/document-text.ts';
import {
  attributeOf,
  childrenOf,
  findByPath,
  parseXml,
  tagOf,
  textOf,
  type XmlNode,
} from '../containers/xml.ts';

interface OdfPackage {
  /** The content's body. */
  body: XmlNode;
  title: string | undefined;
  /** The headers and footers that the styles of pages show. */
  margins: XmlNode[];
}

/** Also those of left and first pages. */
const MARGIN = /^(?:header|footer)(?:-(?:left|first))?$/;

/** Refuses a document that is not of the kind that its name says. */
export function openOdfPackage(
  parts: ReadonlyMap<string, Buffer>,
  kind: 'text' | 'presentation',
): OdfPackage {
  const content = parseXml(odfContent(parts));
  const body = findByPath(content, 'body', kind);
  if (!body) throw new UnreadableDocumentError({ code: 'wrong-format' }, 'damaged');
  return { body, title: odfTitle(parts), margins: kind === 'text' ? findMargins(parts, content) : [] };
}

/** A document in one file has its styles beside the body. What a part of its own has is left out if it cannot be read. */
function findMargins(parts: ReadonlyMap<string, Buffer>, content: XmlNode): XmlNode[] {
  const styles = parts.get('styles.xml');
  const master = findByPath(styles ? tryToParse(styles) : content, 'master-styles');
  const pages = master ? childrenOf(master).filter((node) => tagOf(node) === 'master-page') : [];
  return pages
    .flatMap(childrenOf)
    .filter((node) => MARGIN.test(tagOf(node)) && attributeOf(node, 'display') !== 'false');
}

function tryToParse(part: Buffer): XmlNode | undefined {
  try {
    return parseXml(part);
  } catch {
    return undefined;
  }
}

/** The main part; refuses a document that a password protects. */
export function odfContent(parts: ReadonlyMap<string, Buffer>): Buffer {
  // The manifest stays in the clear and says of each other part how it is encrypted.
  if (parts.get('meta-inf/manifest.xml')?.includes('encryption-data')) throw passwordProtectedError();
  const content = parts.get('content.xml');
  if (!content) throw damagedDocumentError();
  return content;
}

export function odfTitle(parts: ReadonlyMap<string, Buffer>): string | undefined {
  const properties = parts.get('meta.xml');
  const title = properties && findByPath(parseXml(properties), 'meta', 'title');
  return title && textOf(title);
}
