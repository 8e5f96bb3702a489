import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const S3 = { S3_BUCKET: 'room', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

test('the bucket for tree heads takes what is not set from the object store, and is another one', () => {
  const own = {
    ANCHOR_S3_BUCKET: 'heads',
    ANCHOR_S3_ACCESS_KEY_ID: 'writer',
    ANCHOR_S3_SECRET_ACCESS_KEY: 'w',
  };
  const settings = { bucket: 'heads', region: 'us-east-1', accessKeyId: 'writer', secretAccessKey: 'w' };
  expect(readConfig(own).anchorBucket).toEqual(settings);
  expect(readConfig({ ...S3, ANCHOR_S3_BUCKET: 'heads' }).anchorBucket).toEqual({
    ...settings,
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
  expect(() => readConfig({ ANCHOR_S3_BUCKET: 'heads' })).toThrow('ANCHOR_S3_ACCESS_KEY_ID');
  expect(() => readConfig({ ...S3, ANCHOR_S3_BUCKET: 'room' })).toThrow('ANCHOR_S3_BUCKET is the bucket');
});
