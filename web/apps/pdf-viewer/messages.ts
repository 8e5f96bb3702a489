import { findElement } from './get-element.ts';
import type { LoadFailure } from './load-error.ts';

/** Takes the place of the document: what happened and, where there is one, the way on. */
export function showFailure({ sentence, link }: LoadFailure): void {
  const screen = findElement('failure', HTMLElement);
  const text = document.createElement('p');
  text.textContent = sentence;
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
export function showNote(sentence: string): void {
  const note = findElement('note', HTMLElement);
  findElement('note-sentence', HTMLElement).textContent = sentence;
  findElement('note-close', HTMLButtonElement).addEventListener('click', () => {
    note.hidden = true;
  });
  note.hidden = false;
}
