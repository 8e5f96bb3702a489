interface OpenedFilesProps {
  files: readonly { id: number; name: string }[];
}

/** Names the files that a new link opens. */
export function OpenedFiles({ files }: OpenedFilesProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">Opens</p>
      <ul aria-label="Files of the link" className="max-h-40 list-disc overflow-y-auto pl-5">
        {files.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
