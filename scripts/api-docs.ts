// npm run api-page: writes docs/api.md anew.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderApiReference } from './api-docs/render-api-reference.ts';

await writeFile(join(import.meta.dirname, '..', 'docs', 'api.md'), await renderApiReference());
