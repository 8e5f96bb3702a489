import type { GroupAccessModel } from '#server/testing/group-access-model.ts';

/** A folder with an inner one of each level, and a grant below a hidden folder. */
export const EVERY_LEVEL: GroupAccessModel = {
  folders: [undefined, 0, 1, 1, 1, 2, 3].map((parent) => ({
    parent,
    isDeleted: false,
    allowDownload: true,
    isPublished: true,
    isFilePublished: true,
  })),
  group: {
    hasEnded: false,
    isDeleted: false,
    grants: new Map([
      [0, 'original'],
      [1, 'original'],
      [2, 'none'],
      [3, 'view'],
      [5, 'original'],
      [6, 'download'],
    ]),
    fileGrants: new Map([
      [0, 'view'],
      [2, 'original'],
      [3, 'none'],
      [5, 'view'],
    ]),
    rights: new Map([
      [1, 'manage'],
      [2, 'add'],
      [3, 'nothing'],
      [5, 'add'],
      [6, 'manage'],
    ]),
  },
  isMember: true,
  state: 'open',
};

/** A group that was deleted, whose members and grants are still there. */
export const DELETED: GroupAccessModel = { ...EVERY_LEVEL, group: { ...EVERY_LEVEL.group, isDeleted: true } };

/** Moves a visible folder into a hidden one, and one of files and folders to another level. */
export const DRAFTED: GroupAccessModel = {
  ...EVERY_LEVEL,
  drafts: {
    moves: new Map([
      [5, 3],
      [3, 2],
    ]),
    grants: new Map([
      [1, 'view'],
      [4, 'none'],
      [6, 'original'],
    ]),
    fileGrants: new Map([
      [2, 'none'],
      [4, 'view'],
    ]),
  },
};
