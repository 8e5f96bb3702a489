import { fileExtension } from './file-type.ts';

/** Where the external viewer of Office files stands. */
export const ONLINE_VIEWER_ORIGIN = 'https://view.officeapps.live.com';

const EXTENSIONS = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];

/** Whether the external viewer shows a file of this name. */
export const isSupportedOnline = (name: string): boolean => EXTENSIONS.includes(fileExtension(name));
