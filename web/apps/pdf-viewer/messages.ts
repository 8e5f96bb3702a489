import { getElement } from './get-element.ts';
import type { LoadError } from './load-error.ts';

/** Takes the place of the document: what happened and, where there is one, the way on. */
export function showError({ message, link }: LoadError): void {
  const screen = getElement('failure', HTMLElement);
  const text = document.createElement('p');
  text.textContent = message;
  screen.replaceChildren(text);
  if (link) {
    const anchor = document.createElement('a');
    anchor.textContent = link.label;
    anchor.href = link.href;
    anchor.target = '_top';
    screen.append(anchor);
  }
  document.body.dataset['state'] = 'failed';
  screen.hidden = false;
}

/** A line over the document that the reader may close, read out by screen readers. */
export function showNotice(sentence: string): void {
  const note = getElement('note', HTMLElement);
  getElement('note-sentence', HTMLElement).textContent = sentence;
  getElement('note-close', HTMLButtonElement).addEventListener('click', () => {
    note.hidden = true;
  });
  note.hidden = false;
}
