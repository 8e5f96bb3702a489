import { getElement } from './get-element.ts';
import type { DocumentView } from './open-document.ts';

/** Connects page navigation, zoom and rotation with the viewer, in both directions. Call it once the pages are known. */
export function bindToolbar(view: DocumentView): void {
  bindPageNavigation(view);
  bindZoom(view);
  getElement('rotate', HTMLButtonElement).addEventListener('click', () => {
    const { currentPageNumber, pagesRotation } = view.viewer;
    view.viewer.pagesRotation = (pagesRotation + 90) % 360;
    // Rotation changes the pages' heights, so the viewer would show another page.
    view.viewer.currentPageNumber = currentPageNumber;
  });
  for (const control of document.querySelectorAll<HTMLButtonElement>('#toolbar :disabled'))
    control.disabled = false;
  showPageNumber(view);
}

function bindPageNavigation(view: DocumentView): void {
  const input = getElement('page-number', HTMLInputElement);
  getElement('page-count', HTMLElement).textContent = `/ ${view.viewer.pagesCount}`;
  getElement('previous-page', HTMLButtonElement).addEventListener('click', () => view.viewer.previousPage());
  getElement('next-page', HTMLButtonElement).addEventListener('click', () => view.viewer.nextPage());
  input.addEventListener('focus', () => input.select());
  input.addEventListener('change', () => {
    const page = Number(input.value);
    if (Number.isInteger(page) && page >= 1 && page <= view.viewer.pagesCount)
      view.viewer.currentPageNumber = page;
    showPageNumber(view);
  });
  view.eventBus.on('pagechanging', () => showPageNumber(view));
}

function showPageNumber({ viewer }: DocumentView): void {
  getElement('page-number', HTMLInputElement).value = String(viewer.currentPageNumber);
  getElement('previous-page', HTMLButtonElement).disabled = viewer.currentPageNumber <= 1;
  getElement('next-page', HTMLButtonElement).disabled = viewer.currentPageNumber >= viewer.pagesCount;
}

function bindZoom({ viewer, eventBus, container }: DocumentView): void {
  const menu = getElement('zoom', HTMLSelectElement);
  const other = getElement('zoom-other', HTMLOptionElement);
  getElement('zoom-out', HTMLButtonElement).addEventListener('click', () => viewer.decreaseScale());
  getElement('zoom-in', HTMLButtonElement).addEventListener('click', () => viewer.increaseScale());
  menu.addEventListener('change', () => {
    viewer.currentScaleValue = menu.value;
  });
  eventBus.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) => {
    menu.value = presetValue ?? String(scale);
    if (menu.selectedIndex >= 0 && menu.value !== other.value) return;
    other.value = String(scale);
    other.textContent = `${Math.round(scale * 100)}%`;
    other.selected = true;
  });
  new ResizeObserver(() => {
    // Keeps a fitted page fitted when the width changes.
    const { currentScaleValue } = viewer;
    if (Number.isNaN(Number(currentScaleValue))) viewer.currentScaleValue = currentScaleValue;
  }).observe(container);
}
