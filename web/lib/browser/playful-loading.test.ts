import { expect, test } from 'vitest';
import {
  PLAYFUL_ANIMATIONS,
  pickOtherAnimation,
  readPlayfulLoading,
  withEnabled,
} from './playful-loading.ts';

const storageOf = (items: Record<string, string>) => ({ getItem: (key: string) => items[key] ?? null });

test('it is playful until it is turned off', () => {
  expect(readPlayfulLoading(storageOf({}))).toEqual({ isEnabled: true, animation: null });
  expect(readPlayfulLoading(storageOf({ 'muniment.playful-animations': 'false' })).isEnabled).toBe(false);
});

test('an animation that is not known is not taken', () => {
  expect(readPlayfulLoading(storageOf({ 'muniment.loading-animation': 'folder' })).animation).toBe('folder');
  expect(readPlayfulLoading(storageOf({ 'muniment.loading-animation': '<b>' })).animation).toBeNull();
});

test('turning it off leaves the spinner, and so does turning it on again', () => {
  const off = withEnabled(false, { isEnabled: true, animation: 'folder' });
  expect(off).toEqual({ isEnabled: false, animation: 'spinner' });
  expect(withEnabled(true, off)).toEqual({ isEnabled: true, animation: 'spinner' });
});

test.each([...PLAYFUL_ANIMATIONS, null])('a random choice is never %s, which is in use', (current) => {
  const chosen = Array.from({ length: 60 }, (_, step) => pickOtherAnimation(current, step / 60));
  expect(new Set(chosen)).toEqual(new Set(PLAYFUL_ANIMATIONS.filter((each) => each !== current)));
});
