import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { buttonClass } from '@/ui/button';
import { NothingYet } from '@/ui/nothing-here';

/** `archived`: how many stand below. */
export function NoBenchmarks({ archived }: { archived: number }) {
  const steps = (
    <>
      <Link href="/" className={buttonClass('primary')}>
        Choose a run
      </Link>
      <Link href="/experiments" className={buttonClass()}>
        Choose an experiment
      </Link>
    </>
  );
  return (
    <NothingYet title={archived > 0 ? 'No benchmark is watched' : 'No benchmark yet'} actions={steps}>
      <p>
        A benchmark keeps one design and measures one revision after another by it. Each revision runs in turn with a
        reference, such as the last release, so a slower host does not look like slower code.
      </p>
      <p>
        Make one of a run that worked: open it, and choose <em>Save as benchmark</em> in its menu.
        {archived > 0 &&
          ` ${plural(archived, 'benchmark')} below can be brought back on ${archived === 1 ? 'its page' : 'their pages'}.`}
      </p>
    </NothingYet>
  );
}
