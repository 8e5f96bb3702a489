import { locateAll, locatePassage } from '#shared/domain/locate-passage.ts';
import { MAX_MATCH_BOXES, MAX_TEXT_MATCHES } from '#shared/domain/page-limits.ts';
import type { LocateText, PageBox, RenderableDocument } from './renderable-document.ts';
import type { TextMatch, TextSearch } from './rendering-protocol.ts';

/** Finds a text on pages of a document, at most `MAX_TEXT_MATCHES` times. A document of images has no matches. */
export function findText(
  document: RenderableDocument,
  { find, from, to, acceptsPart }: TextSearch,
): TextMatch[] {
  const matches: TextMatch[] = [];
  for (let page = from; page <= Math.min(to, document.pages.length); page += 1) {
    const remaining = MAX_TEXT_MATCHES - matches.length;
    if (remaining <= 0) break;
    const locate: LocateText = (items) => {
      const exact = locateAll(items, find, remaining);
      if (exact.length > 0 || !acceptsPart) return exact;
      const part = locatePassage(items, find);
      return part ? [part] : [];
    };
    for (const found of document.findOnPage?.(page - 1, locate) ?? []) {
      const boxes = found.slice(0, MAX_MATCH_BOXES).flatMap((box) => clampToPage(box) ?? []);
      if (boxes.length > 0) matches.push({ page, boxes });
    }
  }
  return matches;
}

/** Cuts a box at the edges of its page; undefined if nothing remains. */
function clampToPage({ x, y, width, height }: PageBox): PageBox | undefined {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const [left, top, right, bottom] = [clamp(x), clamp(y), clamp(x + width), clamp(y + height)];
  if (!(right > left && bottom > top)) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
