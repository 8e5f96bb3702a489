import { expect, type Locator } from '@playwright/test';

/** Drags an element onto another. The pointer moves first, since drag and drop is loaded on the first movement. */
export async function dragOnto(element: Locator, place: Locator): Promise<void> {
  await element.hover();
  await expect(element).toHaveAttribute('draggable', 'true');
  await element.dragTo(place);
}
