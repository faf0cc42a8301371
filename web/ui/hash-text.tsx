import { CopyButton } from './copy-button';

const SHOWN = 12;

/** The beginning of a SHA-256, with the whole of it to be copied. */
export function HashText({ hash, of }: { hash: string; of: string }) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <span className="font-mono text-xs" title={hash}>
        {hash.slice(0, SHOWN)}
      </span>
      <span className="print:hidden">
        <CopyButton compact text={hash} label={`Copy the SHA-256 of ${of}`} />
      </span>
    </span>
  );
}

export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
