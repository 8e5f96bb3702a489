import { attributeOf, childrenOf, tagOf, textOf, type XmlNode } from '../containers/xml.ts';

const MAX_SPACES = 100;
/** What is drawn, with text of its own. */
const SHAPE = /^(?:frame|custom-shape|rect|ellipse|circle|line|polyline|polygon|path|connector|caption|g)$/;

/** The words of a paragraph; notes, comments and text boxes are not part of the sentence around them. */
export function odfInlineText(node: XmlNode): string {
  switch (tagOf(node)) {
    case '#text':
      // Spaces beyond one, and lines' ends, are written as elements.
      return textOf(node).replace(/\s+/g, ' ');
    case 's':
      return ' '.repeat(Math.min(Math.max(Number(attributeOf(node, 'c') ?? 1) || 1, 1), MAX_SPACES));
    case 'tab':
      return '\t';
    case 'line-break':
      return '\n';
    case 'note':
    case 'annotation':
    case 'ruby-text':
      return '';
    default:
      return SHAPE.test(tagOf(node)) ? '' : childrenOf(node).map(odfInlineText).join('');
  }
}

/** What is anchored in a paragraph and has paragraphs of its own, in order: footnotes, text boxes, shapes. */
export function findAnchoredNodes(node: XmlNode): XmlNode[] {
  return childrenOf(node).flatMap((child) => {
    if (tagOf(child) === 'note' || SHAPE.test(tagOf(child))) return [child];
    return tagOf(child) === 'annotation' ? [] : findAnchoredNodes(child);
  });
}
