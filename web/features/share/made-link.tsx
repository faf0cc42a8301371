import { ExternalLink } from 'lucide-react';
import { Button, buttonClass } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';

export function MadeLink({ url, again }: { url: string; again: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" role="status">
      <p className="text-sm">The link is ready. It opens for whoever has it.</p>
      <CodeLine text={url} copyLabel="Copy the link" />
      <div className="flex flex-wrap gap-2">
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          <ExternalLink aria-hidden className="size-3.5" />
          Open the shared page
        </a>
        <Button onClick={again}>Make another</Button>
      </div>
    </div>
  );
}
