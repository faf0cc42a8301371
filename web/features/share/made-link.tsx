import { ExternalLink } from 'lucide-react';
import { Button, buttonClass } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';
import { OnlyHere } from '../shell/only-here';
import { linkToPass } from './share-link';

export function MadeLink({ url: made, again }: { url: string; again: () => void }) {
  const url = linkToPass(made);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" role="status">
      <p className="text-sm">The link is ready. It opens for whoever has it and reaches this instance.</p>
      <CodeLine text={url} copyLabel="Copy the link" />
      <OnlyHere url={url} then="The link stays good: copy it from Shares then, under the new address." />
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
