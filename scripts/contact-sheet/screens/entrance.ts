import { screen } from './screen.ts';

/** The pages before a sign-in, and those of visitors. */
export const ENTRANCE_SCREENS = [
  screen('nobody', 'sign-in', '/auth'),
  screen('nobody', 'register', '/auth?mode=register'),
  screen('nobody', 'forgot-password', '/forgot-password'),
  screen('nobody', 'reset-password', '/reset-password/none'),
  screen('nobody', 'accept-invite', '/accept-invite/none'),
  screen('nobody', 'confirm-email', '/confirm-email/none'),
  screen('nobody', 'unsubscribe', '/unsubscribe/none'),
  screen('nobody', 'visitor-login', '/visitor-login/none'),
  screen('nobody', 'visitor-debug', '/visitor-debug'),
  screen('nobody', 'link-access', ({ access }) => access),
  screen('nobody', 'link-email', ({ termsAccess }) => termsAccess),
  screen('signer', 'link-terms-document', ({ termsAccess }) => termsAccess),
  screen('nobody', 'verify', '/verify'),
  screen('nobody', 'not-found', '/no/such/page'),
  screen('reader', 'link-first-page', ({ fileAccess }) => fileAccess),
  screen('reader', 'reader-restricted-file', ({ file }) => `/file/${file}`),
  screen('visitor', 'visitor-home', '/'),
  screen('visitor', 'visitor-folder', ({ folder }) => `/folder/${folder}`),
  screen('visitor', 'visitor-notifications', '/notifications'),
  screen('visitor', 'visitor-receipts', '/receipts'),
  screen('visitor', 'visitor-file', ({ file }) => `/file/${file}`),
  screen('visitor', 'visitor-changes', '/changes'),
  screen('visitor', 'visitor-changes-month', '/changes', async (page) => {
    await page.getByLabel('Period').selectOption('30');
  }),
  screen('member', 'member-home', '/'),
  screen('member', 'member-folder', ({ roomFolder }) => `/folder/${roomFolder}`),
  screen('member', 'member-file', ({ roomFile }) => `/file/${roomFile}`),
  screen('member', 'member-requests', ({ room }) => `/rooms/${room}/requests`),
];
