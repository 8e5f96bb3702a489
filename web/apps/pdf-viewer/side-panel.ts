import { getElement } from './get-element.ts';
import type { DocumentView, PdfDocument } from './open-document.ts';
import { renderOutline } from './outline.ts';
import { renderThumbnailList } from './thumbnails.ts';

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
