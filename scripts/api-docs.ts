// npm run docs:api: generates docs/api.md.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderApiReference } from './api-docs/render-api-reference.ts';

await writeFile(join(import.meta.dirname, '..', 'docs', 'api.md'), await renderApiReference());
