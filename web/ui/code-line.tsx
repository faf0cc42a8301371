import { CopyButton } from './copy-button';

/** A command to read and copy; long ones wrap rather than push the page. */
export function CodeLine({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <div className="flex items-start gap-1 rounded-control border border-line bg-raised py-1 pl-3 pr-1">
      <code className="min-w-0 flex-1 whitespace-pre-wrap py-1 font-mono text-xs [overflow-wrap:anywhere]">{text}</code>
      <CopyButton text={text} label={copyLabel} compact />
    </div>
  );
}
