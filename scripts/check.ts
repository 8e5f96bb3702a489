import { join } from 'node:path';
import { listChecks } from './check/list-checks.ts';
import { runChecks } from './check/run-checks.ts';

const { failed } = await runChecks(listChecks(join(import.meta.dirname, '..')), console.log);
if (failed > 0) process.exitCode = 1;
