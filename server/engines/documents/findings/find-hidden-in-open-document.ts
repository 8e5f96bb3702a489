import {
  attributeOf,
  findAll,
  findByPath,
  parseXml,
  textOf,
  type XmlNode,
} from '../formats/containers/xml.ts';
import type { HiddenFinding } from './finding.ts';

/** Finds properties, comments, tracked changes, notes and hidden sheets of OpenDocument files. */
export function findHiddenInOpenDocument(parts: ReadonlyMap<string, Buffer>): HiddenFinding[] {
  const [meta, content] = [parts.get('meta.xml'), parts.get('content.xml')];
  const found: HiddenFinding[] = meta ? [...findProperties(parseXml(meta))] : [];
  if (content) found.push(...findContent(parseXml(content)));
  return found;
}

const textIn = (node: XmlNode): string => textOf(node).replace(/\s+/g, ' ').trim();

function* findProperties(root: XmlNode): Generator<HiddenFinding> {
  const properties = findByPath(root, 'meta');
  if (!properties) return;
  const authors = new Set(
    ['initial-creator', 'creator'].flatMap((tag) => findAll(properties, tag).map(textIn)),
  );
  for (const value of authors) if (value !== '') yield { kind: 'author', value };
  for (const template of findAll(properties, 'template')) {
    const value = attributeOf(template, 'title') ?? attributeOf(template, 'href') ?? '';
    if (value !== '') yield { kind: 'template', value };
  }
}

function* findContent(root: XmlNode): Generator<HiddenFinding> {
  for (const comment of findAll(root, 'annotation')) {
    const value = textIn(comment);
    if (value !== '') yield { kind: 'comment', value };
  }
  for (const change of findAll(root, 'changed-region')) {
    const value = textIn(change);
    if (value !== '') yield { kind: 'tracked-change', value };
  }
  for (const [index, page] of findAll(findByPath(root, 'body', 'presentation') ?? {}, 'page').entries()) {
    const value = findAll(page, 'notes').map(textIn).join(' ').trim();
    if (value !== '') yield { kind: 'speaker-notes', page: index + 1, value };
  }
  const hiddenStyles = new Set(
    findAll(root, 'style').flatMap((style) =>
      findAll(style, 'table-properties').some((properties) => attributeOf(properties, 'display') === 'false')
        ? (attributeOf(style, 'name') ?? [])
        : [],
    ),
  );
  for (const sheet of findAll(findByPath(root, 'body', 'spreadsheet') ?? {}, 'table'))
    if (hiddenStyles.has(attributeOf(sheet, 'style-name') ?? ''))
      yield { kind: 'hidden-sheet', value: attributeOf(sheet, 'name') ?? '' };
}
