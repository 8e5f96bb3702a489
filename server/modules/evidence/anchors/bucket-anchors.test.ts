import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { type S3Server, startS3Server } from '#server/testing/fakes/s3-server.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { anchorTreeHead } from './anchor-tree-head.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

test('each tree head becomes an object of a bucket, once, and an unreachable bucket is reported', async () => {
  const testApp = await openTestApp({ config: { anchorBucket: s3.settings } });
  try {
    const admin = await testApp.user({ isAdmin: true });
    const anchorNow = () =>
      anchorTreeHead(systemContext(testApp.server.services), new AbortController().signal);
    const URL = '/api/admin/anchors';
    expect((await admin.patch(URL, { anchorToBucket: true })).body).toMatchObject({ hasBucket: true });
    await anchorNow();
    await anchorNow();
    const anchors = async () =>
      (await admin.get(URL)).body.anchors.map((each: Record<string, unknown>) => [
        each['kind'],
        each['lastError'],
      ]);
    expect(await anchors()).toEqual([['bucket', null]]);
    const { body: head } = await admin.get('/api/evidence/tree-head');
    const key = `tree-heads/${String(head.treeSize).padStart(12, '0')}-${head.rootHash}.json`;
    expect(JSON.parse(await readObject(key))).toEqual(head);
    // A new head while the bucket is away, and once it is back.
    await admin.folder();
    s3.outages.set('PUT', 'reset');
    await anchorNow();
    expect(await anchors()).toEqual([
      ['bucket', 'The bucket did not take the tree head.'],
      ['bucket', null],
    ]);
    s3.outages.clear();
    await anchorNow();
    expect(await anchors()).toEqual([
      ['bucket', null],
      ['bucket', null],
    ]);
  } finally {
    await testApp.close();
  }
});

async function readObject(key: string): Promise<string> {
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = s3.settings;
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  client.destroy();
  return (await Body?.transformToString()) ?? '';
}
