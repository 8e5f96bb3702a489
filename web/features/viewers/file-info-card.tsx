import type { File } from '#shared/contracts/files.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { formatSize } from '#shared/domain/format.ts';
import { Thumbnail } from '#web/features/files/thumbnails/thumbnail.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { formatPassageLocation, type Passage } from './passage.ts';

interface FileInfoCardProps {
  file: File;
  passage: Passage;
  isRestricted: boolean;
}

/** Shows the details of a file that cannot be displayed. */
export function FileInfoCard({ file, passage, isRestricted }: FileInfoCardProps) {
  const fields = [
    ['Name', file.name],
    ['Size', formatSize(file.size)],
    ['Type', file.fileType === 'others' ? 'Other' : file.fileType.toUpperCase()],
  ] as const;
  return (
    <Card className="mx-auto flex w-full max-w-xl flex-col gap-5 p-5">
      {isRestricted && (
        <Notice tone="warning">You can view information about this file, but download is restricted.</Notice>
      )}
      <div className="flex gap-4">
        <Thumbnail file={file} size={40} />
        <dl className="grid min-w-0 flex-1 grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {fields.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {!isRestricted && <UnsupportedTypeHint name={file.name} />}
      <QuotedPassage passage={passage} />
    </Card>
  );
}

const LEGACY_OFFICE_EXTENSIONS = ['doc', 'ppt'];

/** Explains what to do with a file type that no browser shows. */
function UnsupportedTypeHint({ name }: { name: string }) {
  const ending = fileExtension(name);
  if (LEGACY_OFFICE_EXTENSIONS.includes(ending)) {
    return (
      <p>
        This is the format of Office before 2007. Download it to open it, or save it as {ending.toUpperCase()}
        X or PDF to read it here.
      </p>
    );
  }
  return <p>This file type can’t be shown here. Download it to open it.</p>;
}

/** Shows the quote from the URL, which anyone can write, so it must not look like the file's own content. */
function QuotedPassage({ passage }: { passage: Passage }) {
  const place = formatPassageLocation(passage);
  if (place === undefined && passage.quote === undefined) return null;
  return (
    <section aria-label="Passage" className="border-line border-t pt-4">
      <h2 className="font-medium">{place ?? 'Passage'}</h2>
      {passage.quote !== undefined && (
        <>
          <blockquote className="my-2 border-line-strong border-l-2 pl-3 wrap-anywhere">
            {passage.quote}
          </blockquote>
          <p className="text-ink-muted text-xs">
            Quoted from the link you followed. Check it against the document.
          </p>
        </>
      )}
    </section>
  );
}
