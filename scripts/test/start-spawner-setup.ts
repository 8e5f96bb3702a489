import { prepareChildProcesses } from '#server/engines/sandbox/sandbox.ts';

// As a server does when it starts. A worker of the tests has up to a gigabyte, whose page tables each start of a process would
// copy.
await prepareChildProcesses();
