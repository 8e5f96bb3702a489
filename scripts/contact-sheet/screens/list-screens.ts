import { ACCOUNT_SCREENS } from './accounts.ts';
import { DOCUMENT_SCREENS } from './documents.ts';
import { ENTRANCE_SCREENS } from './entrance.ts';
import { ROOM_SCREENS } from './rooms.ts';
import type { Screen } from './screen.ts';

/** Every screen of the web app, with its panels and dialogs. */
export const SCREENS: readonly Screen[] = [
  ...ENTRANCE_SCREENS,
  ...DOCUMENT_SCREENS,
  ...ROOM_SCREENS,
  ...ACCOUNT_SCREENS,
];
