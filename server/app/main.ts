// Starts the server from the file that scripts/setup/build.ts made of these sources, with a fifth less memory and half of the
// processor time; from the sources themselves when they were not built or have changed since.
import { builtServer } from '#server/engines/programs/built-program.ts';

const built = builtServer();
if (built) await import(built.href);
else await import('./process/start-server.ts');
