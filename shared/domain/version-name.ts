import { fileExtension } from './file-type.ts';

/** Returns a file's name with another extension, so that a version of another type can be opened by its name. */
export function withExtension(name: string, extension: string): string {
  if (fileExtension(name) === extension) return name;
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return extension === '' ? stem : `${stem}.${extension}`;
}
