import { spawnSync } from 'node:child_process';

const NAMESPACES = ['--map-root-user', '--net', '--ipc', '--mount', '--pid', '--fork', '--mount-proc'];

/** Tells whether this system supports user namespaces. */
export const canSandbox = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;
