import { statfs } from 'node:fs/promises';
import { readChildCounts } from '#server/engines/sandbox/child-counts.ts';
import type { GaugeSource } from '#server/engines/telemetry/metrics.ts';
import type { IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import type { Services } from '../context.ts';
import { listRoles } from '../read-roles.ts';

const POOL_STATES = ['used', 'idle', 'waiting'] as const;

type PoolUse = Readonly<Record<(typeof POOL_STATES)[number], number>>;

/** Creates the gauges of this process and its machine. */
export const createNodeGauges = (
  services: Services,
  follower: IndexFollower,
  readPoolUse: (() => PoolUse) | undefined,
): GaugeSource[] => [
  {
    name: 'node_roles',
    help: 'The roles of this process (ROLES)',
    labels: ['role'],
    read: () => listRoles(services.config.roles).map((role) => ({ labels: { role }, value: 1 })),
  },
  ...(services.config.roles.index ? createIndexGauges(follower) : []),
  ...createSandboxGauges(),
  ...createDiskGauges(services),
  ...(readPoolUse ? [createPoolGauge(readPoolUse)] : []),
];

const createIndexGauges = (follower: IndexFollower): GaugeSource[] => [
  {
    name: 'search_index_lag_files',
    help: 'Changed files that are not yet in the search index',
    read: () => follower.countLag(),
  },
  {
    name: 'search_index_position',
    help: 'Position in the feed of changed files that the search index has reached',
    read: () => follower.readPosition(),
  },
  {
    name: 'search_index_passages',
    help: 'Passages in the search index of this node, or of all nodes on a search server',
    read: async () => (await follower.readStatistics()).chunks,
  },
  {
    name: 'search_index_max_passages',
    help: 'Passages that the built-in search index of this node has room for',
    read: async () => (await follower.readStatistics()).memory?.maxChunks,
  },
  {
    name: 'search_index_files_left_out',
    help: 'Files that are found by their names only because the built-in search index is full',
    read: async () => (await follower.readStatistics()).memory?.titlesOnly ?? 0,
  },
  {
    name: 'search_index_memory_bytes',
    help: 'Memory that the built-in search index of this node uses',
    read: async () => (await follower.readStatistics()).memory?.usedBytes,
  },
];

const createSandboxGauges = (): GaugeSource[] => [
  {
    name: 'sandbox_children',
    help: 'Child processes that process documents',
    read: () => readChildCounts().running,
  },
  {
    name: 'sandbox_children_started',
    help: 'Child processes started since the start of the process',
    read: () => readChildCounts().started,
  },
  {
    name: 'sandbox_children_failed',
    help: 'Child processes that a document ended since the start of the process, by problem',
    labels: ['problem'],
    read: () => [...readChildCounts().failed].map(([problem, value]) => ({ labels: { problem }, value })),
  },
];

const createDiskGauges = ({ config }: Services): GaugeSource[] => [
  {
    name: 'data_dir_free_bytes',
    help: 'Free space of the disk with DATA_DIR',
    async read() {
      const { bavail, bsize } = await statfs(config.dataDir);
      return bavail * bsize;
    },
  },
  {
    name: 'data_dir_size_bytes',
    help: 'Size of the disk with DATA_DIR',
    async read() {
      const { blocks, bsize } = await statfs(config.dataDir);
      return blocks * bsize;
    },
  },
];

const createPoolGauge = (readPoolUse: () => PoolUse): GaugeSource => ({
  name: 'database_pool_connections',
  help: 'Connections to PostgreSQL in use and idle, and queries that wait for one',
  labels: ['state'],
  read: () => POOL_STATES.map((state) => ({ labels: { state }, value: readPoolUse()[state] })),
});
