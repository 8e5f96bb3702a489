import { installFakePrograms } from './fake-programs.ts';

/** In the place of LibreOffice: makes the same PDF of every document, and of one that says so none. */
export const installFakeOffice = (pdf: Buffer) =>
  installFakePrograms({
    'made.pdf': pdf,
    soffice: 'for in; do :; done\ngrep -q broken "$in" && exit 1\ncp "$here/made.pdf" document.pdf',
  });
