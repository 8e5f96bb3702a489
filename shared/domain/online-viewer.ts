import { fileExtension } from './file-type.ts';

/** The origin of the external viewer of Office files. */
export const ONLINE_VIEWER_ORIGIN = 'https://view.officeapps.live.com';

const EXTENSIONS = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];

/** Returns whether the external viewer shows a file of this name. */
export const isSupportedOnline = (name: string): boolean => EXTENSIONS.includes(fileExtension(name));
