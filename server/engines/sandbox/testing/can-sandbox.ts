import { spawnSync } from 'node:child_process';

const NAMESPACES = ['--map-root-user', '--net', '--ipc', '--mount', '--pid', '--fork', '--mount-proc'];

/** Whether this system gives programs namespaces of their own; what we make of them is for the tests to find out. */
export const canSandbox = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;
