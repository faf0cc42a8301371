import Link from 'next/link';
import { buttonClass } from '@/ui/button';
import { NothingYet } from '@/ui/nothing-here';
import { Allowed } from '../shell/allowed';

export function NoExperiments() {
  const steps = (
    <Allowed needs="operator">
      <Link href="/experiments/new" className={buttonClass('primary')}>
        New experiment
      </Link>
      <Link href="/" className={buttonClass()}>
        Runs
      </Link>
    </Allowed>
  );
  return (
    <NothingYet title="No experiment yet" actions={steps}>
      <p>
        One run a side shows a difference and proves nothing. An experiment runs a baseline and its variants in random
        order, round after round. At the end it says whether they differ by more than noise.
      </p>
      <p>
        It begins with the configuration of a run that worked. Before anything runs, the page says the smallest
        difference that the design can show.
      </p>
    </NothingYet>
  );
}
