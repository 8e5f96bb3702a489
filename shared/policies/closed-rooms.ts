import type { FileAction } from './files.ts';
import type { FolderAction } from './folders.ts';
import type { RequestAction } from './requests.ts';
import type { RoomAction } from './rooms.ts';
import type { TrashAction } from './trash.ts';

interface Actions {
  readonly folder: FolderAction;
  readonly file: FileAction;
  readonly room: RoomAction;
  readonly request: RequestAction;
  readonly trash: TrashAction;
}

/** Names the actions that stay possible in a closed room: reading, and taking access away. Everything else is a change. */
const ALLOWED: { readonly [Kind in keyof Actions]: readonly Actions[Kind][] } = {
  folder: ['view', 'download', 'seeActivity', 'seeAccess', 'revokeAccess', 'leave'],
  file: [
    'view',
    'download',
    'downloadOriginal',
    'downloadAsPdf',
    'viewOnline',
    'viewWithoutWatermark',
    'downloadWithoutWatermark',
    'seeVersions',
    'seeUnpublishedVersions',
    'seeWithdrawnVersions',
    'seeViews',
  ],
  room: [
    'view',
    'seeStaff',
    'openEmergencyAccess',
    'viewAs',
    'evidence',
    'seeAnalytics',
    'saveTemplate',
    'setState',
    'revokeAccess',
  ],
  request: ['view'],
  trash: ['view'],
};

export const isAllowedInClosedRoom = <Kind extends keyof Actions>(
  kind: Kind,
  action: Actions[Kind],
): boolean => ALLOWED[kind].includes(action);

/** Tells whether a closed room allows an action that an archived one does not: nothing takes it back. */
export const isFinalInArchivedRoom = (action: Actions[keyof Actions]): boolean => action === 'setState';
