import type { LinkAccess } from '#shared/contracts/links/link-access.ts';
import { CallError, loadTermsDocument, termsPageUrl } from './access-calls.ts';

type Terms = NonNullable<LinkAccess['terms']>;

/** The widths that the server draws, in pixels. */
const WIDTHS = [800, 1200, 1600] as const;

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  className = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
}

let shownVersion: number | undefined;

/** Shows the terms to accept; returns false if this version is shown already. */
export function showVersion(box: HTMLElement, slug: string, terms: Terms): boolean {
  if (shownVersion === terms.versionId) return false;
  shownVersion = terms.versionId;
  if (terms.document) void showTermsDocument(box, slug, terms);
  else box.replaceChildren(terms.text);
  return true;
}

/** Shows the pages of the document to accept, each loaded when it comes near, and its text, which screen readers read. */
async function showTermsDocument(box: HTMLElement, slug: string, terms: Terms): Promise<void> {
  const status = createElement('p', 'Loading the document…');
  status.role = 'status';
  box.replaceChildren(status);
  try {
    const { pages, text } = await loadTermsDocument(slug, terms.versionId);
    const images = pages.map((size, index) =>
      createPage(slug, terms, { size, index, count: pages.length, box }),
    );
    box.replaceChildren(...images, createText(text));
  } catch (error) {
    status.role = 'alert';
    status.textContent = error instanceof CallError ? error.message : 'The document could not be loaded.';
    const retry = createElement('button', 'Try Again', 'quiet');
    retry.type = 'button';
    retry.addEventListener('click', () => void showTermsDocument(box, slug, terms));
    box.append(retry);
  }
}

function createPage(
  slug: string,
  { versionId, document: named }: Terms,
  {
    size,
    index,
    count,
    box,
  }: { size: { width: number; height: number }; index: number; count: number; box: HTMLElement },
): HTMLImageElement {
  const image = new Image(size.width, size.height);
  image.loading = 'lazy';
  image.className = 'page';
  image.alt = `Page ${index + 1} of ${count} of ${named?.name ?? 'the document'}. Its text follows the pages.`;
  const pixels = box.clientWidth * devicePixelRatio;
  const width = WIDTHS.find((each) => each >= pixels) ?? 1600;
  image.src = termsPageUrl(slug, { termsVersionId: versionId, page: index + 1, width });
  return image;
}

function createText(text: string): HTMLElement {
  const details = createElement('details', '');
  details.append(createElement('summary', 'Text of the document'), createElement('p', text, 'read-text'));
  return details;
}
