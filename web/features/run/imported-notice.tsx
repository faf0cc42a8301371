import type { ImportedFrom } from '@contract/imported';
import { formatText } from '@contract/words';
import { Notice } from '@/ui/notice';
import { When } from '@/ui/when';

/** Says that these figures are from elsewhere, and where. */
export function ImportedNotice({ imported }: { imported: ImportedFrom }) {
  const { format, source, url, fileName, importedAtUs, importedByName } = imported;
  return (
    <Notice kind="info" title="Imported: no agent of this instance measured these figures">
      <p>
        From {source}
        {url && (
          <>
            {', '}
            <a href={url} rel="noreferrer noopener" className="text-accent underline-offset-2 hover:underline">
              {url}
            </a>
          </>
        )}
        .
      </p>
      <p>
        Read from {formatText(format)}
        {fileName && <span className="font-mono text-xs"> {fileName}</span>}, <When atUs={importedAtUs} />
        {importedByName && ` by ${importedByName}`}. What its source does not state is absent here; what follows from it
        is said where it is missing.
      </p>
    </Notice>
  );
}
