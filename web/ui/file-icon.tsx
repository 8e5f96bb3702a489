import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import File from 'lucide-react/icons/file';
import FileBraces from 'lucide-react/icons/file-braces';
import FileChartPie from 'lucide-react/icons/file-chart-pie';
import FileImage from 'lucide-react/icons/file-image';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';

const WORD: [LucideIcon, string] = [FileText, 'text-accent-ink'];
const SHEET: [LucideIcon, string] = [FileSpreadsheet, 'text-success-ink'];
const SLIDES: [LucideIcon, string] = [FileChartPie, 'text-warning-ink'];
const IMAGE: [LucideIcon, string] = [FileImage, 'text-ink-muted'];
const TEXT: [LucideIcon, string] = [FileText, 'text-ink-muted'];

const LOOK = new Map<string, [LucideIcon, string]>([
  ['pdf', [FileText, 'text-danger-ink']],
  ['doc', WORD],
  ['docx', WORD],
  ['xls', SHEET],
  ['xlsx', SHEET],
  ['csv', SHEET],
  ['ppt', SLIDES],
  ['pptx', SLIDES],
  ['jpg', IMAGE],
  ['jpeg', IMAGE],
  ['png', IMAGE],
  ['txt', TEXT],
  ['md', TEXT],
  ['json', [FileBraces, 'text-ink-muted']],
]);

/** The icon of a file by its type, which is its extension in lower case. Silent: the file's name stands by it. */
export function FileIcon({ fileType, size = 16 }: { fileType: string; size?: number }) {
  const [Icon, colour] = LOOK.get(fileType) ?? [File, 'text-ink-muted'];
  return <Icon size={size} className={clsx('shrink-0', colour)} />;
}
