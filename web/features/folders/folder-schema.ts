import { z } from 'zod';
import { folderName } from '#shared/contracts/fields/base-fields.ts';

export const folderFields = z.object({ name: folderName });
