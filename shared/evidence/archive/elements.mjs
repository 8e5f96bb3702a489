// Builds elements from text alone, so that nothing in a name becomes part of the page.

export function create(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.flat().filter((child) => child !== '' && child !== undefined));
  return element;
}

export const link = (href, text) => create('a', { href }, text);
export const list = (items) => create('ul', {}, ...items);

/** Replaces what the page shows. */
export const show = (...content) => document.getElementById('main').replaceChildren(...content.flat(2));

export function describeSize(bytes) {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const unit = Math.min(3, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return unit === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** unit).toFixed(1)} ${units[unit]}`;
}
