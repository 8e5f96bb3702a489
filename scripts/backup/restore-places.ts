import type { Config } from '#server/app/config.ts';
import { type RestorePlaces, readRestoreMarker } from '#server/database/backup/restore-marker.ts';
import type { ObjectStore } from '#server/engines/storage/object-storage.ts';

/**
 * Tells of each place that an interrupted restore into the same data directory wrote to it, so that its content may be removed.
 */
export type OwnPlaces = Readonly<Record<keyof RestorePlaces, boolean>>;

/** The data directory holds the marker itself, so that nobody else can have filled it. */
const IN_DATA_DIR = 'DATA_DIR';
const SETTINGS = { database: 'DATABASE_URL', objects: 'S3_BUCKET and S3_ENDPOINT' } as const;

/** Describes where a restore writes, without the account, password and keys. */
export function describePlaces({ databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>): RestorePlaces {
  return {
    database: databaseUrl === undefined ? IN_DATA_DIR : describeDatabase(new URL(databaseUrl)),
    objects: s3 ? `${s3.endpoint ?? `S3 in ${s3.region}`}, bucket ${s3.bucket}` : IN_DATA_DIR,
  };
}

const describeDatabase = ({ host, pathname, searchParams }: URL): string =>
  [searchParams.get('host') ?? host, searchParams.get('port') ?? '', pathname].join(' ');

/** Finds the places that an interrupted restore wrote to. Refuses others than those, whose content belongs to somebody else. */
export async function findOwnPlaces(dataDir: string, places: RestorePlaces): Promise<OwnPlaces> {
  const marked = await readRestoreMarker(dataDir);
  const isOwn = (place: keyof RestorePlaces): boolean => {
    if (!marked) return false;
    const before = marked[place];
    if (before === undefined) return places[place] === IN_DATA_DIR;
    if (before === places[place]) return true;
    throw new Error(
      `The interrupted restore wrote to ${before}, not to ${places[place]}. Set ${SETTINGS[place]} as before, or begin again with an empty DATA_DIR.`,
    );
  };
  return { database: isOwn('database'), objects: isOwn('objects') };
}

/** Refuses a bucket with objects unless an interrupted restore wrote them, and the bucket of an installation always. */
export async function assertUsableBucket(objects: ObjectStore, isOwn: boolean): Promise<void> {
  if (!isOwn)
    for await (const _key of objects.keys())
      throw new Error(
        'S3_BUCKET holds objects already. A restore needs an empty bucket: choose another, or empty this one, also when an interrupted restore of an earlier version filled it.',
      );
  if ((await objects.readMarker()) !== undefined)
    throw new Error(
      'S3_BUCKET is that of an installation, which has marked it with muniment-store.json. A restore needs an empty bucket: choose another, or empty this one.',
    );
}
