import Link from 'next/link';
import { buttonClass } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { Allowed } from '../shell/allowed';

export function NoExperiments() {
  return (
    <Panel>
      <div className="grid max-w-[44rem] gap-3 py-6">
        <h2 className="text-2xl font-semibold tracking-tight">No experiment yet</h2>
        <p className="text-muted">
          One run a side shows a difference and proves nothing. An experiment asks a question, runs a baseline and its
          variants in random order, round after round, and says at the end whether they differ by more than noise: or
          that this test could not have shown it.
        </p>
        <p className="text-muted">
          It begins with the configuration of a run that worked. Before anything runs, the page says the smallest
          difference that the design can show.
        </p>
        <Allowed needs="operator">
          <p className="flex flex-wrap gap-2">
            <Link href="/experiments/new" className={buttonClass('primary')}>
              New experiment
            </Link>
            <Link href="/" className={buttonClass()}>
              Runs
            </Link>
          </p>
        </Allowed>
      </div>
    </Panel>
  );
}
