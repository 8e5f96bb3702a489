import fc from 'fast-check';
import { type GroupAccessModel, LEVELS } from './group-access-model.ts';
import { FOLDER_COUNT } from './group-access-room.ts';

/** Rooms of seven folders in every tree, with drafts, trash, grants, and groups that have ended. */
export const groupAccessModels = fc
  .record({
    parents: fc.array(fc.nat(), { minLength: FOLDER_COUNT, maxLength: FOLDER_COUNT }),
    /** A tree outside the room begins at this folder. */
    moved: fc.option(fc.integer({ min: 1, max: FOLDER_COUNT - 1 }), { nil: undefined, freq: 4 }),
    deleted: fc.option(fc.nat(FOLDER_COUNT - 1), { nil: undefined, freq: 4 }),
    restricted: fc.array(fc.nat(FOLDER_COUNT - 1), { maxLength: 2 }),
    draftFolder: fc.option(fc.integer({ min: 1, max: FOLDER_COUNT - 1 }), { nil: undefined, freq: 3 }),
    draftFiles: fc.array(fc.nat(FOLDER_COUNT - 1), { maxLength: 2 }),
    grants: fc.uniqueArray(fc.tuple(fc.nat(FOLDER_COUNT - 1), fc.constantFrom(...LEVELS)), {
      maxLength: 5,
      selector: ([folder]) => folder,
    }),
    fileGrants: fc.uniqueArray(fc.tuple(fc.nat(FOLDER_COUNT - 1), fc.constantFrom(...LEVELS)), {
      maxLength: 4,
      selector: ([folder]) => folder,
    }),
    // Most cases are those of a member.
    end: fc.constantFrom('', '', '', '', '', 'ended', 'deleted', 'removed'),
    state: fc.constantFrom('open', 'open', 'open', 'preparation', 'closed'),
  })
  .map(
    ({
      parents,
      moved,
      deleted,
      restricted,
      draftFolder,
      draftFiles,
      grants,
      fileGrants,
      end,
      state,
    }): GroupAccessModel => {
      const parentOf = (folder: number) =>
        folder === 0 || folder === moved ? undefined : (parents[folder] ?? 0) % folder;
      return {
        folders: parents.map((_, folder) => ({
          parent: parentOf(folder),
          isDeleted: deleted === folder,
          allowDownload: !restricted.includes(folder),
          isPublished: draftFolder !== folder,
          isFilePublished: !draftFiles.includes(folder),
        })),
        group: {
          hasEnded: end === 'ended',
          isDeleted: end === 'deleted',
          grants: new Map(grants),
          fileGrants: new Map(fileGrants),
        },
        isMember: end !== 'removed',
        state,
      };
    },
  );
