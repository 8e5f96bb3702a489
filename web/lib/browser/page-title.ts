import { useEffect } from 'react';

const PRODUCT = 'Muniment';

let page: string | undefined;
let brand = PRODUCT;

function show(): void {
  if (page !== undefined) document.title = `${page} – ${brand}`;
}

/** Sets the document's title, which browser tabs, the history and screen readers use. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}

/** Ends titles with the name of a brand; with `null`, with that of the product. */
export function setBrandOfTitles(name: string | null): void {
  brand = name ?? PRODUCT;
  show();
}
