import { sql } from 'kysely';

/**
 * Conditions beside the rights that decide whether a request is answered; read with the session, since each statement of a
 * request costs a round trip.
 */
export interface RequestConditions {
  readonly isInMaintenance: boolean;
  /** A publication waits to be applied. */
  readonly isPublicationDue: boolean;
}

interface ConditionColumns {
  readonly isInMaintenance: number;
  readonly isPublicationDue: number;
}

export const inMaintenance = sql<number>`(case when exists (
    select 1 from system_settings where name = 'maintenanceMode' and value = 'true') then 1 else 0 end)`.as(
  'isInMaintenance',
);

export const publicationDue = (at: number) =>
  sql<number>`(case when exists (select 1 from publications
    where state = 'scheduled' and publish_at <= ${at} and cancelled_at is null) then 1 else 0 end)`.as(
    'isPublicationDue',
  );

export const conditionsOf = (row: ConditionColumns): RequestConditions => ({
  isInMaintenance: row.isInMaintenance === 1,
  isPublicationDue: row.isPublicationDue === 1,
});
