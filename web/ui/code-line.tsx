import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

interface CodeLineProps {
  text: string;
  copyLabel: string;
  /** How it is shown; absent: as it is. */
  children?: ReactNode;
}

/** A command to read and copy; long ones wrap rather than push the page. */
export function CodeLine({ text, copyLabel, children = text }: CodeLineProps) {
  return (
    <div className="flex items-start gap-1 rounded-control border border-line bg-raised py-1 pl-3 pr-1">
      <code className="min-w-0 flex-1 whitespace-pre-wrap py-1 font-mono text-xs [overflow-wrap:anywhere]">
        {children}
      </code>
      <CopyButton text={text} label={copyLabel} compact />
    </div>
  );
}
