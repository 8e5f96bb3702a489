/** The file types that the product names; every other type is `others`. */
export const FILE_TYPES = [
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'txt',
  'md',
  'json',
  'csv',
  'jpg',
  'jpeg',
  'png',
  'others',
] as const;

export type FileType = (typeof FILE_TYPES)[number];

const MEDIA_TYPES: Record<FileType, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  others: 'application/octet-stream',
};

const isFileType = (text: string): text is FileType => FILE_TYPES.some((type) => type === text);

/** Returns the type by a file's name; the content may differ. */
export function fileTypeOf(name: string): FileType {
  const ending = fileExtension(name);
  return isFileType(ending) ? ending : 'others';
}

/** Returns `odt` for `Minutes.ODT`, and an empty text for a name without a dot. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Returns a file's name with another extension, so that a version of another type can be opened by its name. */
export function withExtension(name: string, extension: string): string {
  if (fileExtension(name) === extension) return name;
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return extension === '' ? stem : `${stem}.${extension}`;
}

export const mediaTypeOf = (type: FileType): string => MEDIA_TYPES[type];

const TEXT_TYPES: readonly FileType[] = ['txt', 'md', 'json', 'csv'];

export const isTextType = (type: FileType): boolean => TEXT_TYPES.includes(type);
