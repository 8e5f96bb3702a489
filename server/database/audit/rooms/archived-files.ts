import { z } from 'zod';

const archiveDetails = z.object({ fileIds: z.array(z.int().positive()) });

/** Returns the files of an archive of selected files, by the details of its entry, which names no object. */
export const readArchivedFileIds = (details: string | null): readonly number[] =>
  details === null ? [] : (archiveDetails.safeParse(JSON.parse(details)).data?.fileIds ?? []);
