import { attributeOf, findByPath, tagOf, type XmlNode } from '../containers/xml.ts';

/** Properties that a paragraph inherits from its style: an outline level from 0 makes a heading, a numbering makes a list. */
export interface ParagraphStyle {
  outline: number | undefined;
  numbering: string | undefined;
}

/** 'Title' has no outline level in Word, but stands above all headings. */
const NAMED_LEVELS: Record<string, number> = { title: 0, subtitle: 1 };
/** The outline level that Word writes for body text. */
const BODY_TEXT = 9;
const MAX_INHERITANCE = 20;

/** Reads the styles among the nodes of a part; the function returned tells what a paragraph of a style inherits. */
export function readStyles(nodes: readonly XmlNode[]): (styleId: string | undefined) => ParagraphStyle {
  const styles = new Map(
    nodes.flatMap((node) =>
      tagOf(node) === 'style' ? [[attributeOf(node, 'styleId') ?? '', node] as const] : [],
    ),
  );

  return (styleId) => {
    const found: ParagraphStyle = { outline: undefined, numbering: undefined };
    let id = styleId;
    // A malicious file bases a style on itself.
    for (let step = 0; id !== undefined && step < MAX_INHERITANCE; step += 1) {
      const style = styles.get(id);
      if (!style) break;
      found.outline ??=
        readOutlineLevel(findByPath(style, 'pPr')) ?? levelFromStyleName(childValue(style, 'name') ?? '');
      found.numbering ??= childValue(findByPath(style, 'pPr', 'numPr'), 'numId');
      id = childValue(style, 'basedOn');
    }
    return found;
  };
}

/** 0 to 8 for headings, 9 for what says that it is none. */
export function readOutlineLevel(properties: XmlNode | undefined): number | undefined {
  const level = Number(childValue(properties, 'outlineLvl') ?? Number.NaN);
  return level >= 0 && level <= BODY_TEXT ? level : undefined;
}

/** The w:val of a child. */
export function childValue(node: XmlNode | undefined, tag: string): string | undefined {
  const child = findByPath(node, tag);
  return child && attributeOf(child, 'val');
}

function levelFromStyleName(name: string): number | undefined {
  const heading = /^heading ([1-9])$/i.exec(name)?.[1];
  return heading ? Number(heading) - 1 : NAMED_LEVELS[name.toLowerCase()];
}
