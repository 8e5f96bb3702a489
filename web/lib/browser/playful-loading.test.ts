import { expect, test } from 'vitest';
import {
  PLAYFUL_ANIMATIONS,
  pickOtherAnimation,
  readPlayfulLoading,
  withEnabled,
} from './playful-loading.ts';

const createStorage = (items: Record<string, string>) => ({ getItem: (key: string) => items[key] ?? null });

test('playful animations are enabled until they are turned off', () => {
  expect(readPlayfulLoading(createStorage({}))).toEqual({ isEnabled: true, animation: null });
  expect(readPlayfulLoading(createStorage({ 'muniment.playful-animations': 'false' })).isEnabled).toBe(false);
});

test('an unknown stored animation is ignored', () => {
  expect(readPlayfulLoading(createStorage({ 'muniment.loading-animation': 'folder' })).animation).toBe(
    'folder',
  );
  expect(readPlayfulLoading(createStorage({ 'muniment.loading-animation': '<b>' })).animation).toBeNull();
});

test('turning playful animations off selects the spinner, which stays when they are turned on again', () => {
  const disabled = withEnabled(false, { isEnabled: true, animation: 'folder' });
  expect(disabled).toEqual({ isEnabled: false, animation: 'spinner' });
  expect(withEnabled(true, disabled)).toEqual({ isEnabled: true, animation: 'spinner' });
});

test.each([...PLAYFUL_ANIMATIONS, null])(
  'the random choice is never the current animation: %s',
  (current) => {
    const picks = Array.from({ length: 60 }, (_, step) => pickOtherAnimation(current, step / 60));
    expect(new Set(picks)).toEqual(new Set(PLAYFUL_ANIMATIONS.filter((each) => each !== current)));
  },
);
