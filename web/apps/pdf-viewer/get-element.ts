/** An element that viewer.html is known to hold; a missing one is a mistake of ours and stops the page. */
export function getElement<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`viewer.html has no ${type.name} #${id}`);
  return element;
}
