import { posix } from 'node:path';
import {
  damagedDocumentError,
  UnreadableDocumentError,
} from '#server/engines/documents/blocks/document-text.ts';
import { attributeOf, childrenOf, findByPath, parseXml, tagOf, textOf, type XmlNode } from './xml.ts';

interface Relationship {
  id: string;
  /** Last segment of the relationship's type: 'slide', 'notesSlide', 'footnotes'. */
  type: string;
  target: string;
}

/** The XML parts of an Office Open XML file, reached as the format says: by relationships, never by guessing names. */
export interface OfficePackage {
  /** Path of the main part (word/document.xml), which its relationships are asked by, and its root element. */
  main: string;
  root: XmlNode;
  title: string | undefined;
  has(path: string): boolean;
  part(path: string): XmlNode;
  relationships(path: string): Relationship[];
}

/** `rootTag` tells a document from a presentation: the name of the file may lie. */
export function openOfficePackage(
  parts: ReadonlyMap<string, Buffer>,
  rootTag: 'document' | 'presentation',
): OfficePackage {
  const part = (path: string): XmlNode => {
    const bytes = parts.get(path.toLowerCase());
    if (!bytes) throw damagedDocumentError();
    return parseXml(bytes);
  };
  const has = (path: string): boolean => parts.has(path.toLowerCase());
  const relationships = (path: string): Relationship[] => {
    const file = posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);
    if (!has(file)) return [];
    return childrenOf(part(file)).flatMap((node) => {
      const target = attributeOf(node, 'Target');
      if (target === undefined || attributeOf(node, 'TargetMode') === 'External') return [];
      return {
        id: attributeOf(node, 'Id') ?? '',
        type: posix.basename(attributeOf(node, 'Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target),
      };
    });
  };

  const main = relationships('').find((relation) => relation.type === 'officeDocument')?.target ?? '';
  const root = part(main);
  if (tagOf(root) !== rootTag) throw new UnreadableDocumentError({ code: 'wrong-format' }, 'damaged');
  const properties = has('docProps/core.xml') ? part('docProps/core.xml') : undefined;
  const title = findByPath(properties, 'title');
  return { main, root, title: title && textOf(title), has, part, relationships };
}
