import type { OpenedShare } from '@contract/share';
import { formatBytes } from '@rules/words/numbers';
import { Download, Snowflake } from 'lucide-react';
import { formatAbsolute } from '@/lib/time';
import { buttonClass } from '@/ui/button';
import { Until } from '@/ui/when';

/** What a shared page is, what it was made from, and how to check it. */
export function Frozen({ opened, token }: { opened: OpenedShare; token: string }) {
  // A run's own name is the heading of its page; a comparison has no other than this.
  const Title = opened.document.type === 'run' ? 'p' : 'h1';
  const { document, documentSha256, documentSizeBytes, createdByName, expiresAtUs, storedVersion } = opened;
  return (
    <section
      aria-label="About this page"
      className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-panel border border-line bg-raised px-4 py-3 text-sm"
    >
      <Snowflake aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-72">
        <Title className="font-medium [overflow-wrap:anywhere]">{document.title}</Title>
        <p className="mt-0.5 text-xs text-muted">
          A copy frozen {formatAbsolute(document.frozenAtUs)} by {createdByName} with millionrps{' '}
          {document.productVersion}
          {expiresAtUs !== null && (
            <>
              ; the link ends <Until atUs={expiresAtUs} />
            </>
          )}
          . What happened to its runs since is not in it.
        </p>
        <p className="mt-0.5 text-xs text-muted">
          Document version {storedVersion}, SHA-256{' '}
          <code className="font-mono [overflow-wrap:anywhere]">{documentSha256}</code>
        </p>
      </div>
      <a
        href={`/api/v1/shared/${encodeURIComponent(token)}/document`}
        download="millionrps-share.json"
        className={buttonClass()}
      >
        <Download aria-hidden className="size-3.5" />
        JSON, {formatBytes(documentSizeBytes)}
      </a>
    </section>
  );
}
