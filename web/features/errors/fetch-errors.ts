/** Summaries shown where a part of a page failed to load. */
export const FETCH_ERRORS = {
  preferences: 'Failed to fetch user preferences',
  folderTree: 'Failed to fetch folder tree',
  folders: 'Failed to fetch folders',
  folder: 'Failed to fetch folder',
  files: 'Failed to fetch files',
  file: 'Failed to fetch file',
  collaborators: 'Failed to fetch collaborators',
  users: 'Failed to fetch users',
} as const;
