import { locatePassage } from './locate-passage.ts';

const HIGHLIGHT_NAME = 'passage';
const supportsHighlights = 'highlights' in CSS;

/**
 * Marks a quote in the text below an element, in place of any earlier mark, and returns its first range (null when
 * the quote is not there). The text itself is left as it is: style it by `::highlight(passage)`. Where a browser has
 * no highlights, rectangles of the class passage-mark are laid over `canvas`, a positioned element around the text.
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

/** In percent of the canvas, so that the marks keep their place while it is zoomed. */
function overlayRectangles(ranges: Range[], canvas: HTMLElement): void {
  const frame = canvas.getBoundingClientRect();
  const marks = ranges.flatMap((range) =>
    Array.from(range.getClientRects(), (area) => {
      const mark = document.createElement('div');
      mark.className = 'passage-mark';
      mark.style.left = `${(100 * (area.left - frame.left - canvas.clientLeft)) / canvas.clientWidth}%`;
      mark.style.top = `${(100 * (area.top - frame.top - canvas.clientTop)) / canvas.clientHeight}%`;
      mark.style.width = `${(100 * area.width) / canvas.clientWidth}%`;
      mark.style.height = `${(100 * area.height) / canvas.clientHeight}%`;
      return mark;
    }),
  );
  for (const mark of canvas.querySelectorAll('.passage-mark')) mark.remove();
  canvas.append(...marks);
}
