import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OtherSignIns } from './other-sign-ins.tsx';

const render = (search: string, company: string | null): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <OtherSignIns search={search} passkeyOrigin={null} offersPasskeys company={company} />
    </QueryClientProvider>,
  );

test('where nothing is set up the sign-in page shows no further ways to sign in', () => {
  expect(render('', null)).toBe('');
});

test('the company has a button with its name, and a problem of its sign-in is explained', () => {
  expect(render('', 'Acme')).toContain('Continue with Acme');
  expect(render('problem=failed', 'Acme')).toContain('The sign-in with Acme failed.');
  expect(render('problem=unreachable', 'Acme')).toContain(
    'Acme cannot be reached. Sign in with your password.',
  );
  expect(render('problem=no-access', 'Acme')).toContain(
    'Your account has no access. Ask your administrator.',
  );
  expect(render('problem=address', 'Acme')).toContain('Sign-in is not allowed from this address.');
  expect(render('problem=too-many', 'Acme')).toContain(
    'Too many sign-ins from your network. Try again in 15 minutes.',
  );
  expect(render('problem=unavailable', 'Acme')).toContain(
    'The sign-in could not be completed just now. Try again in a moment.',
  );
});

test('an unknown problem in the address shows nothing of it', () => {
  expect(render('problem=Call+us', 'Acme')).not.toContain('role="alert"');
  expect(render('problem=constructor', 'Acme')).not.toContain('role="alert"');
});
