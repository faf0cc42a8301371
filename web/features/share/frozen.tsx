import type { OpenedShare } from '@contract/share';
import { formatBytes } from '@rules/words/numbers';
import { Download, Snowflake } from 'lucide-react';
import { formatAbsolute } from '@/lib/time';
import { buttonClass } from '@/ui/button';
import { Until } from '@/ui/when';

/** What a shared page is, in a line above it. */
export function Frozen({ opened: { document, createdByName } }: { opened: OpenedShare }) {
  // A run's own name and an experiment's question head their pages; a comparison has no other title than this.
  const Title = document.type === 'comparison' ? 'h1' : 'p';
  const named =
    (document.type === 'experiment' && document.title === document.experiment.question) ||
    (document.type === 'run' && document.title === document.run.name);
  return (
    <section aria-label="About this page" className="mb-1.5 flex sm:mb-3 flex-wrap items-baseline gap-x-3 gap-y-1">
      {!named && (
        <Title className="min-w-0 text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
          {document.title}
        </Title>
      )}
      <p className="text-xs text-muted">
        <Snowflake aria-hidden className="mr-1 inline size-3.5 align-[-0.15rem]" />
        Frozen copy, {formatAbsolute(document.frozenAtUs)}
        <span className="max-sm:hidden">, shared by {createdByName}</span>
      </p>
    </section>
  );
}

/** What it was made from, and how to check it. */
export function FrozenOrigin({ opened, token }: { opened: OpenedShare; token: string }) {
  const { document, createdByName, documentSha256, documentSizeBytes, expiresAtUs, storedVersion } = opened;
  return (
    <footer className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3 text-xs text-muted">
      <p className="min-w-0 flex-1 basis-72">
        Shared by {createdByName}, made with millionrps {document.productVersion}
        {expiresAtUs !== null && (
          <>
            ; the link ends <Until atUs={expiresAtUs} />
          </>
        )}
        . Later changes of its runs are not in it. Document version {storedVersion}, SHA-256{' '}
        <code className="font-mono [overflow-wrap:anywhere]">{documentSha256}</code>
      </p>
      <a
        href={`/api/v1/shared/${encodeURIComponent(token)}/document`}
        download="millionrps-share.json"
        className={buttonClass()}
      >
        <Download aria-hidden className="size-3.5" />
        JSON, {formatBytes(documentSizeBytes)}
      </a>
    </footer>
  );
}
