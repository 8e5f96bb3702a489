import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import File from 'lucide-react/icons/file';
import FileBraces from 'lucide-react/icons/file-braces';
import FileChartPie from 'lucide-react/icons/file-chart-pie';
import FileImage from 'lucide-react/icons/file-image';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import Mail from 'lucide-react/icons/mail';

const WORD: [LucideIcon, string] = [FileText, 'text-accent-ink'];
const SHEET: [LucideIcon, string] = [FileSpreadsheet, 'text-success-ink'];
const SLIDES: [LucideIcon, string] = [FileChartPie, 'text-warning-ink'];
const IMAGE: [LucideIcon, string] = [FileImage, 'text-ink-muted'];
const TEXT: [LucideIcon, string] = [FileText, 'text-ink-muted'];

const MAIL: [LucideIcon, string] = [Mail, 'text-ink-muted'];
const PLAIN: [LucideIcon, string] = [File, 'text-ink-muted'];

const ICONS_BY_EXTENSIONS: readonly (readonly [icon: [LucideIcon, string], extensions: string])[] = [
  [[FileText, 'text-danger-ink'], 'pdf'],
  [WORD, 'doc docx docm dot dotx odt ott rtf'],
  [SHEET, 'xls xlsx xlsm xlsb ods ots csv tsv'],
  [SLIDES, 'ppt pptx pptm pps ppsx odp otp'],
  [IMAGE, 'jpg jpeg png gif webp bmp tif tiff'],
  [TEXT, 'txt text log md markdown html htm'],
  [MAIL, 'eml msg'],
  [[FileBraces, 'text-ink-muted'], 'json'],
];

const ICON_BY_EXTENSION = new Map(
  ICONS_BY_EXTENSIONS.flatMap(([icon, extensions]) =>
    extensions.split(' ').map((extension) => [extension, icon] as const),
  ),
);

/** The icon of a file by its extension. Hidden from screen readers: the file's name is beside it. */
export function FileIcon({ name, size = 16 }: { name: string; size?: number }) {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const [Icon, color] = ICON_BY_EXTENSION.get(extension) ?? PLAIN;
  return <Icon size={size} className={clsx('shrink-0', color)} />;
}
