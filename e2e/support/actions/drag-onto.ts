import { expect, type Locator } from '@playwright/test';

/** Drags one thing onto another. What makes things draggable is loaded when the pointer first moves: before that a drag is none. */
export async function dragOnto(thing: Locator, place: Locator): Promise<void> {
  await thing.hover();
  await expect(thing).toHaveAttribute('draggable', 'true');
  await thing.dragTo(place);
}
