import type { ShownExperiment as Experiment } from '@contract/experiment';
import Link from 'next/link';
import { Notice } from '@/ui/notice';

const LINK = 'font-medium text-accent underline-offset-2 hover:underline';

/** The finding that replaces this one, and those that this one replaces: said on both pages. */
export function SupersedingNotices({ experiment: { supersededBy, supersedes } }: { experiment: Experiment }) {
  return (
    <>
      {supersededBy && (
        <Notice kind="warn" title="Another experiment supersedes this finding">
          See{' '}
          <Link href={`/experiments/${supersededBy.id}`} className={LINK}>
            {supersededBy.question}
          </Link>
          . What was measured here stands; what was concluded does not.
        </Notice>
      )}
      {supersedes.length > 0 && (
        <Notice kind="info" title="This finding supersedes another one">
          {supersedes.map(({ id, question }) => (
            <p key={id}>
              <Link href={`/experiments/${id}`} className={LINK}>
                {question}
              </Link>
            </p>
          ))}
        </Notice>
      )}
    </>
  );
}
