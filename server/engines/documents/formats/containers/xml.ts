import { XMLParser } from 'fast-xml-parser';
import {
  damagedDocumentError,
  UnreadableDocumentError,
} from '#server/engines/documents/blocks/document-text.ts';

/** A node as the parser keeps it, in document order: one key (tag without prefix, or '#text') beside ':@', its attributes. */
export type XmlNode = Readonly<Record<string, unknown>>;

/** Nesting beyond what any office program writes; it keeps the recursive readers off the end of the stack. */
const MAX_NESTING = 256;

/** Formatting without text: most of an office file's nodes, dropped while parsing to keep the tree in memory small. */
const IGNORED_TAGS = new Set([
  'rPr',
  'proofErr',
  'bookmarkStart',
  'bookmarkEnd',
  'lastRenderedPageBreak',
  'sectPr',
]);

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  transformTagName: (name) => name.slice(name.indexOf(':') + 1),
  updateTag: (name) => !IGNORED_TAGS.has(name),
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  // The library would otherwise leave numeric references (&#8217;) as they are written.
  htmlEntities: true,
  jPath: false,
  maxNestedTags: MAX_NESTING,
});

/** XML as text; a document type is refused, since entities (expanding or external) can only be declared there. */
export function decodeXml(bytes: Uint8Array): string {
  const source = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (!/<!DOCTYPE/i.test(source)) return source;
  throw new UnreadableDocumentError({ code: 'xml-entities' }, 'failed');
}

/** The root element. */
export function parseXml(bytes: Uint8Array): XmlNode {
  const source = decodeXml(bytes);
  const nodes = asNodes(parser.parse(source));
  const root = nodes.find((node) => !/^[?#]/.test(tagOf(node)));
  if (!root) throw damagedDocumentError();
  return root;
}

export function tagOf(node: XmlNode): string {
  for (const key in node) if (key !== ':@') return key;
  return '';
}

export function childrenOf(node: XmlNode): readonly XmlNode[] {
  return asNodes(node[tagOf(node)]);
}

export function attributeOf(node: XmlNode, localName: string): string | undefined {
  const attributes = attributesOf(node);
  const key = Object.keys(attributes).find((name) => name.slice(name.indexOf(':') + 1) === localName);
  return key === undefined ? undefined : String(attributes[key]);
}

/** Returns the id of a relationship ('r:id'); the prefix distinguishes it from a plain 'id' on the same element. */
export function relationshipIdOf(node: XmlNode): string | undefined {
  const attributes = attributesOf(node);
  const key = Object.keys(attributes).find((name) => name.endsWith(':id'));
  return key === undefined ? undefined : String(attributes[key]);
}

/** The first child under each tag in turn. */
export function findByPath(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let at = node;
  for (const tag of path) at = at && childrenOf(at).find((child) => tagOf(child) === tag);
  return at;
}

/** All nodes with the tag, in document order, not looking inside the ones found. */
export function findAll(node: XmlNode, tag: string): XmlNode[] {
  return childrenOf(node).flatMap((child) => (tagOf(child) === tag ? [child] : findAll(child, tag)));
}

export function textOf(node: XmlNode): string {
  const text = node['#text'];
  return typeof text === 'string' ? text : childrenOf(node).map(textOf).join('');
}

function attributesOf(node: XmlNode): Record<string, unknown> {
  return (node[':@'] ?? {}) as Record<string, unknown>; // the parser's own shape of attributes
}

function asNodes(value: unknown): readonly XmlNode[] {
  return Array.isArray(value) ? value : [];
}

/** Detects UTF-16 by its byte-order mark or its first '<', so that no encoding hides a document type. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
