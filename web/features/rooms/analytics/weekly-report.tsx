import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Mail from 'lucide-react/icons/mail';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useId, useState } from 'react';
import { REPORT_FORMATS } from '#shared/contracts/rooms/analytics/analytics.ts';
import type { Report } from '#shared/contracts/rooms/analytics/reports.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { toastError } from '#web/features/errors/toast-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Card } from '#web/ui/layout/card.tsx';

const REPORTS_KEY = ['reports'] as const;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAY_OPTIONS = DAYS.map((label, at) => ({ value: String(at + 1), label }));
const timeOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: timeOf(hour) }));
const FORMAT_OPTIONS = REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }));

/** Lets a manager have the analytics of a room mailed every week. Shown only where there is a mail server. */
export function WeeklyReport({ roomId, timeZone }: { roomId: number; timeZone: string }) {
  const headingId = useId();
  const isAvailable = usePublicSettings()?.emailConfigured === true;
  const reports = useQuery({
    enabled: isAvailable,
    queryKey: REPORTS_KEY,
    queryFn: ({ signal }) => call('GET /api/reports', {}, signal),
  });
  if (!isAvailable || (!reports.data && !reports.error)) return null;
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-3 p-4">
        <h2 id={headingId} className="font-semibold text-base">
          Weekly report by email
        </h2>
        <p className="text-ink-muted">
          Times are in the time zone of the room, {timeZone.replaceAll('_', ' ')}.
        </p>
        {reports.data ? (
          <>
            {reports.data
              .filter((report) => report.roomId === roomId)
              .map((report) => (
                <ReportLine key={report.id} report={report} />
              ))}
            <AddReport roomId={roomId} />
          </>
        ) : (
          <LoadError
            error={reports.error}
            summary="Failed to fetch reports"
            onRetry={() => void reports.refetch()}
          />
        )}
      </Card>
    </section>
  );
}

function ReportLine({ report: { id, format, weekday, hour } }: { report: Report }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/reports/:id', { params: { id } }),
    onError: (error) => toastError('Failed to end the report', error),
    onSettled: () => client.invalidateQueries({ queryKey: REPORTS_KEY }),
  });
  const text = `${format.toUpperCase()} every ${DAYS[weekday - 1] ?? ''} at ${timeOf(hour)}`;
  return (
    <p className="flex items-center justify-between gap-2">
      {text}
      <IconButton
        icon={Trash2}
        size="small"
        label={`End the report: ${text}`}
        busy={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </p>
  );
}

function AddReport({ roomId }: { roomId: number }) {
  const client = useQueryClient();
  const [format, setFormat] = useState<Report['format']>('pdf');
  const [weekday, setWeekday] = useState('1');
  const [hour, setHour] = useState('8');
  const add = useMutation({
    mutationFn: () =>
      call('POST /api/reports', {
        body: { roomId, format, weekday: Number(weekday), hour: Number(hour) },
      }),
    onError: (error) => toastError('Failed to add the report', error),
    onSettled: () => client.invalidateQueries({ queryKey: REPORTS_KEY }),
  });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    add.mutate();
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-2">
      <Select
        label="Day"
        options={DAY_OPTIONS}
        value={weekday}
        onChange={({ target }) => setWeekday(target.value)}
      />
      <Select
        label="Time"
        options={HOUR_OPTIONS}
        value={hour}
        onChange={({ target }) => setHour(target.value)}
      />
      <Select
        label="Format"
        options={FORMAT_OPTIONS}
        value={format}
        onChange={({ target }) => setFormat(REPORT_FORMATS.find((each) => each === target.value) ?? 'pdf')}
      />
      <Button type="submit" icon={Mail} busy={add.isPending}>
        Email Weekly
      </Button>
    </form>
  );
}
