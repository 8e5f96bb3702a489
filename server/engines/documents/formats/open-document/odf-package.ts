import {
  damagedDocumentError,
  passwordProtectedError,
  UnreadableDocumentError,
} from '#server/engines/documents/blocks/document-text.ts';
import { findByPath, parseXml, textOf, type XmlNode } from '../containers/xml.ts';

interface OdfPackage {
  /** The content's body. */
  body: XmlNode;
  title: string | undefined;
}

/** Refuses a document that is not of the kind that its name says. */
export function openOdfPackage(
  parts: ReadonlyMap<string, Buffer>,
  kind: 'text' | 'presentation',
): OdfPackage {
  const body = findByPath(parseXml(odfContent(parts)), 'body', kind);
  if (!body) throw new UnreadableDocumentError({ code: 'wrong-format' }, 'damaged');
  return { body, title: odfTitle(parts) };
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
