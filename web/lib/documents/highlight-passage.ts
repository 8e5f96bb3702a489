import { locatePassage } from '#shared/domain/locate-passage.ts';

const HIGHLIGHT_NAME = 'passage';
const supportsHighlights = 'highlights' in CSS;

/**
 * Highlights a quote in the text of an element, replacing an earlier highlight, and returns its first range (null if
 * the quote is not found). The text is not changed: `::highlight(passage)` styles the highlight. Without the CSS
 * highlight API, rectangles of the class passage-mark cover the passage inside `container`, which must be positioned.
 */
export function highlightPassage(text: Element, container: HTMLElement, quote: string): Range | null {
  const nodes = listTextNodes(text);
  const located =
    locatePassage(
      nodes.map((node) => node.data),
      quote,
    ) ?? [];
  const ranges = located.flatMap(({ item, start, end }) => {
    const node = nodes[item];
    if (node === undefined) return [];
    const range = new Range();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [range];
  });
  if (supportsHighlights) CSS.highlights.set(HIGHLIGHT_NAME, new Highlight(...ranges));
  else overlayRectangles(ranges, container);
  return ranges[0] ?? null;
}

function listTextNodes(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
  return nodes;
}

/** Positions the rectangles in percent of the container, so that they stay in place while it is zoomed. */
function overlayRectangles(ranges: Range[], container: HTMLElement): void {
  const frame = container.getBoundingClientRect();
  const marks = ranges.flatMap((range) =>
    Array.from(range.getClientRects(), (area) => {
      const mark = document.createElement('div');
      mark.className = 'passage-mark';
      mark.style.left = `${(100 * (area.left - frame.left - container.clientLeft)) / container.clientWidth}%`;
      mark.style.top = `${(100 * (area.top - frame.top - container.clientTop)) / container.clientHeight}%`;
      mark.style.width = `${(100 * area.width) / container.clientWidth}%`;
      mark.style.height = `${(100 * area.height) / container.clientHeight}%`;
      return mark;
    }),
  );
  for (const mark of container.querySelectorAll('.passage-mark')) mark.remove();
  container.append(...marks);
}
