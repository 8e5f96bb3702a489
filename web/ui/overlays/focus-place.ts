/** The place of an element with the focus, so that a near one can be found when the element is gone. */
export interface FocusPlace {
  readonly element: Element;
  /** The list or table around it, and the position of its entry there. */
  readonly list: Element | null;
  readonly position: number;
  /** The parts of the page around it, innermost first. */
  readonly parts: readonly Element[];
}

export function placeOf(element: Element): FocusPlace {
  const entry = element.closest('li, tr');
  const list = entry?.parentElement ?? null;
  const parts: Element[] = [];
  for (let part = closestPart(element); part; part = closestPart(part.parentElement)) parts.push(part);
  return { element, list, position: entry && list ? [...list.children].indexOf(entry) : 0, parts };
}

const closestPart = (element: Element | null): Element | null =>
  element?.closest('main :is(section, form, fieldset, [role=tabpanel])') ?? null;

/**
 * Moves the focus to the entry that took the place of a removed one, to the part of the page that it was in, or to the page. It
 * goes to the entry itself: Enter that is held or pressed twice must not press the same button of the next entry.
 */
export function focusNear(place: FocusPlace | undefined): void {
  const entries = place?.list?.isConnected ? place.list.children : [];
  const next = place && entries[Math.min(place.position, entries.length - 1)];
  const part = place?.parts.find(({ isConnected }) => isConnected);
  const target = next ?? part ?? document.querySelector('main');
  if (!(target instanceof HTMLElement)) return;
  // Next is what Tab goes to from here.
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
