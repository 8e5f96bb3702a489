import type { DemoRequest, Named } from './demo-request.ts';

const pathOf = ({ url = '/' }: Named): string => new URL(url).pathname;

interface Shared {
  folder: number;
  /** The document that visitors of a link accept. */
  terms: number;
  file: number;
}

/** Adds links whose access pages differ: with a password, with terms, and to one file. */
export async function addLinks({ get, send, ensure }: DemoRequest, { folder, file, terms }: Shared) {
  const document = await ensure('/api/terms', { name: 'Confidentiality agreement', fileId: terms });
  await ensure('/api/watermarks', {
    name: 'Bidders',
    template: '{name} {date} {time}',
    angle: 30,
    size: 100,
    density: 100,
    color: 'gray',
  });
  const links = await get('/api/links');
  const ensureLink = async (name: string, target: object, settings: object) =>
    links.find((link) => link.name === name && link.status === 'active') ??
    send('POST', '/api/links', { name, targets: [target], settings });
  const inFolder = { kind: 'folder', id: folder };
  const greeting = 'Welcome to the data room. Ask Lena Finch if anything is missing.';
  const secret = await ensureLink('Corvane, first look', inFolder, { password: 'first-look-7', greeting });
  const withTerms = await ensureLink('Sundvik, with terms', inFolder, {
    termsId: document.id,
    requireSignature: true,
    greeting,
  });
  const single = await ensureLink('The lease alone', { kind: 'file', id: file }, {});
  return {
    link: links.find(({ status }) => status === 'active')?.id ?? secret.id,
    access: pathOf(secret),
    termsAccess: pathOf(withTerms),
    fileAccess: pathOf(single),
  };
}
