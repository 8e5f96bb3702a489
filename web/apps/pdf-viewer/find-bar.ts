import { getElement } from './get-element.ts';
import type { DocumentView } from './open-document.ts';

type MatchesCount = { current: number; total: number };

/** The values of pdf.js's FindState that this box tells apart. */
const NOT_FOUND = 1;
const PENDING = 3;

/** Search within the document: Ctrl or Cmd and F opens it, Enter and Shift+Enter go on and back, Escape closes it. */
export function bindFindBar({ eventBus, container }: DocumentView): void {
  const bar = getElement('find', HTMLElement);
  const input = getElement('find-text', HTMLInputElement);
  const toggle = getElement('find-toggle', HTMLButtonElement);
  const count = getElement('find-count', HTMLElement);

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
  const showCount = ({ current, total }: MatchesCount, state?: number) => {
    input.setAttribute('aria-invalid', String(state === NOT_FOUND));
    if (input.value === '') count.textContent = '';
    else if (state === NOT_FOUND) count.textContent = 'No matches';
    else if (total > 0) count.textContent = `${current} of ${total}`;
    else if (state === PENDING) count.textContent = 'Searching…';
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
    if (
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey &&
      event.key.toLowerCase() === 'f'
    ) {
      event.preventDefault();
      open();
    }
  });
  eventBus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: MatchesCount }) =>
    showCount(matchesCount),
  );
  eventBus.on(
    'updatefindcontrolstate',
    ({ matchesCount, state }: { matchesCount: MatchesCount; state: number }) =>
      showCount(matchesCount, state),
  );
}
