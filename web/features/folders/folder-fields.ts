import { z } from 'zod';
import { folderName } from '#shared/contracts/fields.ts';

export const folderFields = z.object({ name: folderName });
