import { z } from 'zod';

/**
 * An upload batch with a place in it, as `KEY/PLACE`. What a batch adds to a folder of a room is numbered by place, whatever
 * arrives first. The client makes a key per batch.
 */
export const uploadBatch = z
  .string()
  .regex(/^[\w-]{8,64}\/\d{1,6}$/, 'Must be a key of 8 to 64 letters and digits, a slash and a place')
  .transform((text): UploadBatch => {
    const [key = '', place] = text.split('/');
    return { key, place: Number(place) };
  });

export interface UploadBatch {
  readonly key: string;
  readonly place: number;
}
