import { expect, type Locator } from '@playwright/test';

/**
 * Drags an element onto another, or a position in it. The pointer moves first, since drag and drop is loaded on the first
 * movement.
 */
export async function dragOnto(
  element: Locator,
  place: Locator,
  position?: { x: number; y: number },
): Promise<void> {
  await element.hover();
  await expect(element).toHaveAttribute('draggable', 'true');
  await element.dragTo(place, position && { targetPosition: position });
}
