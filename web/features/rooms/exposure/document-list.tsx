import type { ExposureCheckDetails } from '#shared/contracts/rooms/exposure.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { buildFilePath } from '#web/features/viewers/passage.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { useDocuments } from './exposure-api.ts';
import { countThings } from './finding-labels.ts';

interface DocumentListProps {
  check: ExposureCheckDetails;
  onShow: (fileId: number) => void;
}

/** Lists the documents that have findings or could not be read. */
export function DocumentList({ check, onShow }: DocumentListProps) {
  const list = useDocuments(check.id);
  if (list.error && !list.data) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <ListSkeleton />;
  const documents = list.data.pages.flatMap(({ result }) => result);
  return (
    <>
      <Card className="p-4">
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <li
              key={document.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
            >
              <span className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-2 wrap-anywhere">
                {document.fileName ?? 'A document that is no longer here'}
                {document.isNew && <Badge tone="accent">New</Badge>}
                {!document.isRead && <Badge tone="warning">Not read completely</Badge>}
                {document.undecided > 0 && <Badge>{document.undecided.toLocaleString('en')} undecided</Badge>}
              </span>
              {document.findings > 0 ? (
                <Button
                  size="small"
                  aria-label={`Show the findings in ${document.fileName ?? 'this document'}`}
                  onClick={() => onShow(document.id)}
                >
                  {countThings(document.findings, 'finding')}
                </Button>
              ) : (
                document.fileName !== null && (
                  <ButtonLink size="small" href={buildFilePath(document.id)}>
                    Open
                  </ButtonLink>
                )
              )}
            </li>
          ))}
        </ul>
      </Card>
      <ShowMore list={list} />
    </>
  );
}
