import { getElement } from './get-element.ts';
import type { DocumentView } from './open-document.ts';

type MatchesCount = { current: number; total: number };

/** Values of pdf.js's FindState. */
const NOT_FOUND = 1;
const PENDING = 3;

const isFindShortcut = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'f';

/** Connects the find bar: Ctrl+F or Cmd+F opens it, Enter and Shift+Enter go to the next and previous match, Escape closes it. */
export function bindFindBar({ eventBus, container }: DocumentView): void {
  const bar = getElement('find', HTMLElement);
  const input = getElement('find-text', HTMLInputElement);
  const toggle = getElement('find-toggle', HTMLButtonElement);

  const find = (type: '' | 'again', findPrevious = false) =>
    eventBus.dispatch('find', {
      source: bar,
      type,
      query: input.value,
      caseSensitive: false,
      entireWord: false,
      matchDiacritics: false,
      highlightAll: true,
      findPrevious,
    });
  const open = () => {
    bar.hidden = false;
    toggle.setAttribute('aria-expanded', 'true');
    input.focus();
    input.select();
    if (input.value !== '') find('');
  };
  const close = () => {
    bar.hidden = true;
    toggle.setAttribute('aria-expanded', 'false');
    eventBus.dispatch('findbarclose', { source: bar });
    container.focus();
  };

  toggle.addEventListener('click', () => (bar.hidden ? open() : close()));
  input.addEventListener('input', () => find(''));
  getElement('find-previous', HTMLButtonElement).addEventListener('click', () => find('again', true));
  getElement('find-next', HTMLButtonElement).addEventListener('click', () => find('again'));
  getElement('find-close', HTMLButtonElement).addEventListener('click', close);
  bar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' && event.target === input) find('again', event.shiftKey);
  });
  window.addEventListener('keydown', (event) => {
    if (!isFindShortcut(event)) return;
    event.preventDefault();
    open();
  });
  bindMatchCount(eventBus, input);
}

/** Shows the number of matches, and marks the input as invalid when there are none. */
function bindMatchCount(eventBus: DocumentView['eventBus'], input: HTMLInputElement): void {
  const count = getElement('find-count', HTMLElement);
  const update = ({ matchesCount, state }: { matchesCount: MatchesCount; state?: number }) => {
    const { current, total } = matchesCount;
    input.setAttribute('aria-invalid', String(state === NOT_FOUND));
    if (input.value === '') count.textContent = '';
    else if (state === NOT_FOUND) count.textContent = 'No matches';
    else if (total > 0) count.textContent = `${current} of ${total}`;
    else if (state === PENDING) count.textContent = 'Searching…';
  };
  eventBus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: MatchesCount }) =>
    update({ matchesCount }),
  );
  eventBus.on('updatefindcontrolstate', update);
}
