import type { RoomState } from '#shared/domain/rooms/room-states.ts';

/** A folder of a room in the model; its own index in the list of folders is its id. */
interface ModelFolder {
  /** `undefined` for a root folder. */
  readonly parent: number | undefined;
  readonly isDeleted: boolean;
  /** Tells whether the file in the folder may be downloaded. */
  readonly allowDownload: boolean;
  readonly isPublished: boolean;
  readonly isFilePublished: boolean;
}

export const LEVELS = ['none', 'view', 'download', 'original'] as const;
export type Level = (typeof LEVELS)[number];

/** Describes what a group may change with a grant; `manage` includes `add`. */
export type Rights = 'nothing' | 'add' | 'manage';

interface ModelGroup {
  readonly hasEnded: boolean;
  readonly isDeleted: boolean;
  /** The grants of the group, by folder. */
  readonly grants: ReadonlyMap<number, Level>;
  /** The grants on files, by the folder of the file: each folder contains one. */
  readonly fileGrants: ReadonlyMap<number, Level>;
  /** The rights that were given, by folder; they belong to the grant on the folder, and mean nothing without one. */
  readonly rights?: ReadonlyMap<number, Rights>;
}

interface ModelDrafts {
  /** The new parents of folders. */
  readonly moves: ReadonlyMap<number, number>;
  readonly grants: ReadonlyMap<number, Level>;
  readonly fileGrants: ReadonlyMap<number, Level>;
}

/** A room, whose root is folder 0, seen by one member of a group. */
export interface GroupAccessModel {
  readonly state: RoomState;
  readonly folders: readonly ModelFolder[];
  readonly group: ModelGroup;
  readonly isMember: boolean;
  /** Moves of folders and levels of the group that nobody has published: they decide nothing. */
  readonly drafts?: ModelDrafts;
}

/** The room once its drafts are published. */
export const withDrafts = ({ drafts, ...model }: GroupAccessModel): GroupAccessModel => ({
  ...model,
  folders: model.folders.map((folder, id) => ({ ...folder, parent: drafts?.moves.get(id) ?? folder.parent })),
  group: {
    ...model.group,
    grants: new Map([...model.group.grants, ...(drafts?.grants ?? [])]),
    fileGrants: new Map([...model.group.fileGrants, ...(drafts?.fileGrants ?? [])]),
  },
});

const parentOf = ({ folders }: GroupAccessModel, folder: number) => folders[folder]?.parent;

/** Lists the folder and those above it, nearest first. */
export function chainOf(model: GroupAccessModel, folder: number): number[] {
  const parent = parentOf(model, folder);
  return parent === undefined ? [folder] : [folder, ...chainOf(model, parent)];
}

/** Tells whether the member belongs to the open room and the folder is in it: not in the trash, a draft or a tree outside. */
function isInReach(model: GroupAccessModel, folder: number): boolean {
  const { group, isMember, folders } = model;
  const chain = chainOf(model, folder);
  const isActive = isMember && model.state === 'open' && !group.hasEnded && !group.isDeleted;
  return (
    isActive &&
    chain.at(-1) === 0 &&
    !chain.some((above) => folders[above]?.isDeleted || folders[above]?.isPublished === false)
  );
}

/** Decides what the member may do with the file in a folder: its own grant is nearer than all others. */
export function expectedFileLevel(model: GroupAccessModel, folder: number): Level {
  if (!isInReach(model, folder) || !model.folders[folder]?.isFilePublished) return 'none';
  return model.group.fileGrants.get(folder) ?? expectedLevel(model, folder);
}

/** Returns the folder with the grant that decides; the room's root grants nothing. */
const decidingFolder = (model: GroupAccessModel, folder: number): number | undefined =>
  isInReach(model, folder)
    ? chainOf(model, folder)
        .slice(0, -1)
        .find((above) => model.group.grants.has(above))
    : undefined;

/** Decides from plain objects what the member may do in a folder; the SQL must agree. */
export function expectedLevel(model: GroupAccessModel, folder: number): Level {
  const deciding = decidingFolder(model, folder);
  return deciding === undefined ? 'none' : (model.group.grants.get(deciding) ?? 'none');
}

/** Decides what the member may change in a folder that they see. */
export function expectedRights(model: GroupAccessModel, folder: number): Rights {
  const deciding = decidingFolder(model, folder);
  if (deciding === undefined || !isVisible(model, folder)) return 'nothing';
  return model.group.rights?.get(deciding) ?? 'nothing';
}

/** Tells whether the member may send files to a folder that they do not see: only where the grant is on the folder itself. */
export const takesInboxFiles = (model: GroupAccessModel, folder: number): boolean =>
  decidingFolder(model, folder) === folder &&
  !isVisible(model, folder) &&
  (model.group.rights?.get(folder) ?? 'nothing') !== 'nothing';

export const isVisible = (model: GroupAccessModel, folder: number): boolean =>
  expectedLevel(model, folder) !== 'none';

/** Lists the folder and those below it to which a chain of visible folders leads: the content of an archive. */
export function visibleBelow(model: GroupAccessModel, folder: number): number[] {
  const children = model.folders.flatMap(({ parent }, id) =>
    parent === folder && isVisible(model, id) ? [id] : [],
  );
  return [folder, ...children.flatMap((child) => visibleBelow(model, child))];
}

/** Text files have no watermarked copy: only the level `original` downloads them, if the file allows it. */
export const mayDownloadText = (model: GroupAccessModel, folder: number): boolean =>
  expectedFileLevel(model, folder) === 'original' && model.folders[folder]?.allowDownload === true;
