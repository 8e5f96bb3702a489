import { getElement } from './get-element.ts';
import type { DocumentView, PdfDocument } from './open-document.ts';

import { renderThumbnailList } from './thumbnails.ts';

type OutlineItem = Awaited<ReturnType<PdfDocument['getOutline']>>[number];

/** A document may carry any number of entries at any depth; no reader needs more than these. */
const MAX_ENTRIES = 2000;
const MAX_LEVEL = 8;

/** The document's own table of contents as a flat list of links, indented by level. */
async function renderOutline(list: HTMLElement, view: DocumentView, pdf: PdfDocument): Promise<void> {
  // Null when there is none, against what the types say; broken outlines reject.
  const outline: OutlineItem[] | null = await pdf.getOutline().catch(() => null);
  const entries = flatten(outline ?? []).map(({ item, level }) => createLink(item, level, view));
  if (entries.length > 0) list.replaceChildren(...entries);
  else list.textContent = 'This document has no outline.';
}

/** In reading order, without recursion: the depth is the document's choice. */
function flatten(outline: OutlineItem[]): { item: OutlineItem; level: number }[] {
  const entries: { item: OutlineItem; level: number }[] = [];
  const waiting = outline.toReversed().map((item) => ({ item, level: 0 }));
  while (entries.length < MAX_ENTRIES) {
    const entry = waiting.pop();
    if (!entry) break;
    entries.push(entry);
    const level = Math.min(entry.level + 1, MAX_LEVEL);
    waiting.push(...entry.item.items.toReversed().map((item: OutlineItem) => ({ item, level })));
  }
  return entries;
}

function createLink(item: OutlineItem, level: number, { linkService }: DocumentView): HTMLAnchorElement {
  const link = document.createElement('a');
  link.textContent = item.title.trim() || 'Untitled';
  link.style.setProperty('--level', String(level));
  const { dest } = item;
  if (item.url) {
    // pdf.js gives a url only to addresses that are http, https, mailto, tel or ftp; scripts never get here.
    linkService.addLinkAttributes(link, item.url);
  } else if (dest) {
    link.href = linkService.getDestinationHash(dest);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      void linkService.goToDestination(dest);
    });
  }
  return link;
}

/** The panel with page pictures and outline; neither is made before it is first asked for. */
export function bindSidePanel(view: DocumentView, pdf: PdfDocument): void {
  const panel = getElement('panel', HTMLElement);
  const toggle = getElement('panel-toggle', HTMLButtonElement);
  const sections = [
    { button: 'show-thumbnails', list: 'thumbnails', fill: renderThumbnailList },
    { button: 'show-outline', list: 'outline', fill: renderOutline },
  ].map(({ button, list, fill }) => ({
    button: getElement(button, HTMLButtonElement),
    list: getElement(list, HTMLElement),
    fill,
  }));

  const show = (shown: (typeof sections)[number]) => {
    for (const section of sections) {
      section.list.hidden = section !== shown;
      section.button.setAttribute('aria-pressed', String(section === shown));
    }
    if (!shown.list.hasChildNodes()) void shown.fill(shown.list, view, pdf);
  };
  const setOpen = (open: boolean) => {
    panel.hidden = !open;
    toggle.setAttribute('aria-expanded', String(open));
    const [thumbnails] = sections;
    if (open && thumbnails && sections.every(({ list }) => list.hidden)) show(thumbnails);
  };

  for (const section of sections) section.button.addEventListener('click', () => show(section));
  toggle.addEventListener('click', () => setOpen(panel.hidden !== false));
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    setOpen(false);
    toggle.focus();
  });
  panel.addEventListener('click', (event) => {
    // On a narrow screen the panel lies over the page that was just chosen.
    const chosen =
      event.target instanceof Element && event.target.closest('#thumbnails button, #outline a') !== null;
    if (chosen && getComputedStyle(panel).position === 'absolute') setOpen(false);
  });
}
