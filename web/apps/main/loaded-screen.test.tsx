import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createLoadedScreen } from './loaded-screen.tsx';

const Page = ({ children }: { children: ReactNode }) => <h1>The page {children}</h1>;

// It asks for preferences, which need a browser.
vi.mock('#web/features/accounts/loading-screen.tsx', () => ({
  LoadingScreen: ({ message }: { message: string }) => message,
}));

const render = (Screen: ComponentType<{ children: ReactNode }>): string =>
  renderToStaticMarkup(<Screen>of a file</Screen>);

test('a screen shows that it loads, and itself with the first rendering after its code is there', async () => {
  const fetchCode = vi.fn(async () => ({ default: Page }));
  const { Screen, load } = createLoadedScreen(fetchCode);
  expect(render(Screen)).toContain('Loading');
  await load();
  expect(render(Screen)).toBe('<h1>The page of a file</h1>');
  expect(fetchCode).toHaveBeenCalledOnce();
});

test('code that could not be fetched is fetched again', async () => {
  const fetchCode = vi.fn(async () => ({ default: Page })).mockRejectedValueOnce(new Error('no connection'));
  const { Screen, load } = createLoadedScreen(fetchCode);
  await expect(load()).rejects.toThrow('no connection');
  expect(render(Screen)).toContain('Loading');
  await load();
  expect(render(Screen)).toContain('The page');
  expect(fetchCode).toHaveBeenCalledTimes(2);
});
