import { endingOf } from './file-type.ts';

/** Where the external viewer of Office files stands. */
export const ONLINE_VIEWER_ORIGIN = 'https://view.officeapps.live.com';

const ENDINGS = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];

/** Whether the external viewer shows a file of this name. */
export const isShownOnline = (name: string): boolean => ENDINGS.includes(endingOf(name));
