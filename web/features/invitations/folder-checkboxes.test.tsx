import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Folder } from '#shared/contracts/folders.ts';
import { FolderCheckboxes } from './folder-checkboxes.tsx';

test('no more folders than the maximum can be chosen, and the list says so', () => {
  const folders = [1, 2].map((id) => ({ id, name: `Folder ${id}`, parentId: null }) as Folder); // what the list reads
  const render = (chosen: number[]) =>
    renderToStaticMarkup(
      <FolderCheckboxes {...{ folders, chosen }} disabled={false} max={1} onChange={() => undefined} />,
    );
  const countDisabled = (html: string) => html.match(/<input[^>]*disabled=""/g)?.length ?? 0;
  expect([countDisabled(render([])), countDisabled(render([1]))]).toEqual([0, 1]);
  expect(render([1])).toContain('You cannot choose more than');
});
