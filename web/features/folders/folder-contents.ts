import type { Folder } from '#shared/contracts/folders.ts';

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

/** Describes what lies in a folder: `2 folders, 12 files`, or `Empty`. */
export function formatFolderContents({ folders, files }: NonNullable<Folder['contents']>): string {
  const parts = [folders > 0 && count(folders, 'folder'), files > 0 && count(files, 'file')].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'Empty';
}
