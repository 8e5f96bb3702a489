import { z } from 'zod';
import { folderName } from '#shared/contracts/fields/base-fields.ts';

export const folderSchema = z.object({ name: folderName });
