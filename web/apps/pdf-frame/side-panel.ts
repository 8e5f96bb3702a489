import { getElement } from './get-element.ts';
import type { DocumentView, PdfDocument } from './open-document.ts';
import { renderThumbnailList } from './thumbnails.ts';

type OutlineItem = Awaited<ReturnType<PdfDocument['getOutline']>>[number];

/** A document can have any number of entries at any depth; more are not displayed. */
const MAX_ENTRIES = 2000;
const MAX_LEVEL = 8;

/** Renders the document's outline as a flat list of links, indented by level. */
async function renderOutline(list: HTMLElement, view: DocumentView): Promise<void> {
  // Null if there is none, contrary to the types; damaged outlines reject.
  const outline: OutlineItem[] | null = await view.pdf.getOutline().catch(() => null);
  const entries = flatten(outline ?? []).map(({ item, level }) => createLink(item, level, view));
  if (entries.length > 0) list.replaceChildren(...entries);
  else list.textContent = 'This document has no outline.';
}

/** Returns the entries in reading order; without recursion, since a document can have any depth. */
function flatten(outline: OutlineItem[]): { item: OutlineItem; level: number }[] {
  const entries: { item: OutlineItem; level: number }[] = [];
  const stack = outline.toReversed().map((item) => ({ item, level: 0 }));
  while (entries.length < MAX_ENTRIES) {
    const entry = stack.pop();
    if (!entry) break;
    entries.push(entry);
    const level = Math.min(entry.level + 1, MAX_LEVEL);
    stack.push(...entry.item.items.toReversed().map((item: OutlineItem) => ({ item, level })));
  }
  return entries;
}

function createLink(item: OutlineItem, level: number, { linkService }: DocumentView): HTMLAnchorElement {
  const link = document.createElement('a');
  link.textContent = item.title.trim() || 'Untitled';
  link.style.setProperty('--level', String(level));
  const { dest } = item;
  if (item.url) {
    // pdf.js sets `url` only for http, https, mailto, tel and ftp, so no script URL gets here.
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

/** Connects the panel with thumbnails and outline; each is rendered when it is first opened. */
export function bindSidePanel(view: DocumentView): void {
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
    if (!shown.list.hasChildNodes()) void shown.fill(shown.list, view);
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
    // The toolbar is hidden where the page around the frame has the controls.
    if (document.activeElement !== toggle) view.container.focus();
  });
  panel.addEventListener('click', (event) => {
    // The panel covers the selected page on narrow screens.
    const isSelection =
      event.target instanceof Element && event.target.closest('#thumbnails button, #outline a') !== null;
    if (isSelection && getComputedStyle(panel).position === 'absolute') setOpen(false);
  });
}
