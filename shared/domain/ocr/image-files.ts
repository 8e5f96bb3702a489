import { fileExtension } from '../file-type.ts';

/** Images that the renderer supports, by itself or through an installed program; each has one page. */
const IMAGE_EXTENSIONS = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif']);
/** Written by scanners, with an image per page. */
const MULTI_PAGE_IMAGE_EXTENSIONS = new Set(['tif', 'tiff']);

export const isImageFile = (name: string): boolean => IMAGE_EXTENSIONS.has(fileExtension(name));

/** Returns whether a name says that the file is an image with one page or several. */
export const claimsImage = (name: string): boolean =>
  isImageFile(name) || MULTI_PAGE_IMAGE_EXTENSIONS.has(fileExtension(name));
