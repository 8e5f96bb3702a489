import {
  attributeOf,
  childrenOf,
  findAll,
  findByPath,
  parseXml,
  textOf,
  type XmlNode,
} from '../formats/containers/xml.ts';
import type { HiddenFinding, HiddenFindingKind } from './finding.ts';

type Parts = ReadonlyMap<string, Buffer>;

/** Templates that come with the programs say nothing about the author. */
const BUILT_IN_TEMPLATE = /^(?:normal(?:\.dotm?)?|default design|office theme|blank presentation)$/i;

/** Finds properties, comments, tracked changes, notes and hidden sheets of Word, Excel and PowerPoint files. */
export function findHiddenInOffice(parts: Parts): HiddenFinding[] {
  return [
    ...findProperties(parts),
    ...findComments(parts),
    ...findTrackedChanges(parts),
    ...findNotes(parts),
    ...findHiddenSheets(parts),
  ];
}

function* findProperties(parts: Parts): Generator<HiddenFinding> {
  const read = (path: string, tag: string): string => {
    const part = parts.get(path);
    const node = part && findByPath(parseXml(part), tag);
    return node ? textOf(node).trim() : '';
  };
  const authors = new Set([
    read('docprops/core.xml', 'creator'),
    read('docprops/core.xml', 'lastModifiedBy'),
    read('docprops/app.xml', 'Manager'),
  ]);
  for (const value of authors) if (value !== '') yield { kind: 'author', value };
  const company = read('docprops/app.xml', 'Company');
  if (company !== '') yield { kind: 'company', value: company };
  const template = read('docprops/app.xml', 'Template');
  if (template !== '' && !BUILT_IN_TEMPLATE.test(template)) yield { kind: 'template', value: template };
}

/** Comments of Word are in one part; those of sheets and slides in one for each of them. */
const COMMENTS =
  /^(?:word\/comments|xl\/(?:threadedcomments\/threadedcomment|comments)\d*|ppt\/comments\/[^/]+)\.xml$/;

function* findComments(parts: Parts): Generator<HiddenFinding> {
  for (const [path, part] of parts) {
    if (!COMMENTS.test(path)) continue;
    const root = parseXml(part);
    for (const tag of ['comment', 'cm', 'threadedComment'])
      for (const comment of findAll(root, tag)) yield* described('comment', comment);
  }
}

function* findTrackedChanges(parts: Parts): Generator<HiddenFinding> {
  for (const [path, part] of parts) {
    if (!/^word\/(?:document|footnotes|endnotes|header\d*|footer\d*)\.xml$/.test(path)) continue;
    if (!/<w:(?:ins|del|moveFrom)[ >]/.test(part.toString('latin1'))) continue;
    const root = parseXml(part);
    for (const tag of ['ins', 'del', 'moveFrom'])
      for (const change of findAll(root, tag)) yield* described('tracked-change', change);
  }
}

/** A comment or change with its author; nothing for one without text, such as that of a paragraph mark. */
function* described(kind: HiddenFindingKind, node: XmlNode): Generator<HiddenFinding> {
  const text = textOf(node).replace(/\s+/g, ' ').trim();
  const author = attributeOf(node, 'author');
  if (text !== '') yield { kind, value: author ? `${author}: ${text}` : text };
}

function* findNotes(parts: Parts): Generator<HiddenFinding> {
  for (const [path, part] of parts) {
    const name = /^ppt\/notesslides\/([^/]+\.xml)$/.exec(path)?.[1];
    if (name === undefined) continue;
    // The number of the slide is a field of its own.
    const text = findAll(parseXml(part), 'r')
      .map((run) => findAll(run, 't').map(textOf).join(''))
      .join(' ')
      .trim();
    if (text !== '') yield { kind: 'speaker-notes', page: slideOf(parts, name), value: text };
  }
}

/** The place of the slide whose notes these are, in the order in which slides are shown. */
function slideOf(parts: Parts, notes: string): number | undefined {
  const isTarget = (part: Buffer) => part.toString('latin1').toLowerCase().includes(`notesslides/${notes}"`);
  const slide = [...parts].find(
    ([path, part]) => /^ppt\/slides\/_rels\/.+\.rels$/.test(path) && isTarget(part),
  )?.[0];
  const name = slide && /([^/]+)\.rels$/.exec(slide)?.[1];
  const [presentation, relations] = [
    parts.get('ppt/presentation.xml'),
    parts.get('ppt/_rels/presentation.xml.rels'),
  ];
  if (name === undefined || !presentation || !relations) return undefined;
  const id = childrenOf(parseXml(relations)).find((relation) =>
    attributeOf(relation, 'Target')?.toLowerCase().endsWith(`/${name}`),
  );
  const order = childrenOf(findByPath(parseXml(presentation), 'sldIdLst') ?? {});
  const at = order.findIndex((node) => id !== undefined && idsOf(node).includes(attributeOf(id, 'Id') ?? ''));
  return at === -1 ? undefined : at + 1;
}

const idsOf = (node: XmlNode): string[] =>
  Object.values((node[':@'] ?? {}) as Record<string, unknown>).map(String); // the parser's own shape of attributes

function* findHiddenSheets(parts: Parts): Generator<HiddenFinding> {
  const workbook = parts.get('xl/workbook.xml');
  if (!workbook) return;
  for (const sheet of childrenOf(findByPath(parseXml(workbook), 'sheets') ?? {}))
    if (/hidden/i.test(attributeOf(sheet, 'state') ?? ''))
      yield { kind: 'hidden-sheet', value: attributeOf(sheet, 'name') ?? '' };
}
