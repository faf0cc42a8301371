'use client';

import { Button } from '@/ui/button';
import { Fold } from '@/ui/fold';
import { Panel } from '@/ui/panel';
import { Room, Specimen } from './specimen';

export function Sections() {
  return (
    <Room id="sections" title="Sections">
      <Specimen of="panel">
        <Panel title="Steps" aside="6 of 6 measured" actions={<Button>Copy</Button>}>
          <p className="text-sm">What the panel holds.</p>
        </Panel>
        <Panel>
          <p className="text-sm">Without a title.</p>
        </Panel>
      </Specimen>
      <Specimen of="fold">
        <Fold
          id="example"
          title="Evidence"
          summary="2 of 9 resources above 70 % of their ceiling"
          actions={<Button>Copy</Button>}
        >
          <p className="text-sm">What the section holds.</p>
        </Fold>
      </Specimen>
    </Room>
  );
}
