import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { CephPrograms } from './ceph-programs.ts';
import { findFreePort } from './find-free-port.ts';
import type { ObjectStore } from './object-store.ts';

const START_TIMEOUT_MS = 120_000;
const USER = { accessKeyId: 'cluster', secretAccessKey: 'secret-of-the-cluster' };
const BUCKET = 'room';

interface Settings {
  folder: string;
  libraries: string;
  fsid: string;
  monitor: string;
  port: number;
}

/** Describes one monitor and one store in memory, without keys between them, on this machine only. */
const configuration = ({ folder, libraries, fsid, monitor, port }: Settings): string => `[global]
fsid = ${fsid}
mon_host = [${monitor}]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
# Encryption between a client and the monitor needs keys.
ms_mon_client_mode = crc
mon_cluster_log_file = ${folder}/cluster.log
log_file = ${folder}/$name.log
run_dir = ${folder}
admin_socket =
pid_file =
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/rgw
osd_objectstore = memstore
memstore_device_bytes = 8589934592
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_pool_default_pg_num = 8
osd_crush_chooseleaf_type = 0
osd_class_dir = ${libraries}/rados-classes
osd_class_load_list = *
osd_class_default_list = *
plugin_dir = ${libraries}/ceph
erasure_code_dir = ${libraries}/ceph/erasure-code
rgw_frontends = beast endpoint=127.0.0.1:${port}
`;

/** Starts Ceph with its S3 server. Away means that the S3 server is killed. */
export async function startCeph(ceph: CephPrograms, folder: string): Promise<ObjectStore> {
  await using starting = new AsyncDisposableStack();
  for (const part of ['mon', 'osd', 'rgw']) await mkdir(join(folder, part), { recursive: true });
  const fsid = randomUUID();
  const monitor = `v2:127.0.0.1:${await findFreePort()}`;
  const port = await findFreePort();
  const file = join(folder, 'ceph.conf');
  await writeFile(file, configuration({ folder, libraries: ceph.libraries, fsid, monitor, port }));
  const [monmap, osdmap] = [join(folder, 'monmap'), join(folder, 'osdmap')];
  await ceph.run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[${monitor}]`, monmap]);
  await ceph.run('osdmaptool', ['--createsimple', '1', '--clobber', osdmap]);
  const start = (program: string, args: readonly string[]) =>
    ceph.start(program, ['-c', file, ...args, '-f'], join(folder, `${program}.out`));
  await ceph.run('ceph-mon', ['-c', file, '-i', 'a', '--mkfs', '--monmap', monmap, '--osdmap', osdmap]);
  starting.defer(start('ceph-mon', ['-i', 'a']));
  await ceph.run('ceph-osd', ['-c', file, '-i', '0', '--mkfs']);
  starting.defer(start('ceph-osd', ['-i', '0']));
  const { accessKeyId, secretAccessKey } = USER;
  const user = [
    '--uid=room',
    '--display-name=room',
    `--access-key=${accessKeyId}`,
    `--secret=${secretAccessKey}`,
  ];
  await ceph.run('radosgw-admin', ['-c', file, 'user', 'create', ...user]);
  const endpoint = `http://127.0.0.1:${port}`;
  const startGateway = () => start('radosgw', ['-n', 'client.rgw']);
  let stopGateway = startGateway();
  starting.defer(() => stopGateway());
  await untilAnswering(endpoint);
  await createBucket(endpoint);
  const started = starting.move();
  return {
    settings: { endpoint, bucket: BUCKET, ...USER },
    async setState(state) {
      if (state === 'away') await stopGateway();
      else {
        stopGateway = startGateway();
        await untilAnswering(endpoint);
      }
    },
    stop: () => started.disposeAsync(),
  };
}

async function untilAnswering(endpoint: string): Promise<void> {
  const endsAt = Date.now() + START_TIMEOUT_MS;
  while (
    !(await fetch(endpoint).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > endsAt) throw new Error('The S3 server of Ceph does not answer.');
    await wait(100);
  }
}

async function createBucket(endpoint: string): Promise<void> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: USER });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}
