import { expect, type Page } from '@playwright/test';

export async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder('Ask about your documents...').fill(question);
  await page.keyboard.press('Enter');
}

/** Repeats the search until the answer contains the text: the index follows the extraction with a delay. */
export async function askUntilAnswered(page: Page, question: string, answer: string): Promise<void> {
  await expect(async () => {
    await ask(page, question);
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText(answer, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}
