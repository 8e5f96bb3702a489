import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { Button } from '#web/ui/buttons/button.tsx';
import { exportTable, type TableExport } from './export-table.ts';

interface ExportCsvProps<Row> extends TableExport<Row> {
  size?: 'small';
}

/** A button that downloads a table as CSV. */
export function ExportCsv<Row>({ size, ...table }: ExportCsvProps<Row>) {
  const exporting = useMutation({ mutationFn: () => exportTable(table) });
  return (
    <Button
      icon={Download}
      busy={exporting.isPending}
      onClick={() => exporting.mutate()}
      {...(size && { size })}
    >
      Export CSV
    </Button>
  );
}
