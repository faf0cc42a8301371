'use client';

import Link from 'next/link';
import { buttonClass } from '@/ui/button';
import { NothingYet } from '@/ui/nothing-here';
import { Notice } from '@/ui/notice';
import { useCloud } from './launches-query';

/** What a launch is, and what it takes. */
export function NoLaunches() {
  const cloud = useCloud();
  const first = cloud.data?.ec2 && (
    <Link href="/runs/new?hardware=ec2" className={buttonClass('primary')}>
      New run on EC2
    </Link>
  );
  return (
    <NothingYet title="Nothing was launched yet" actions={first}>
      <p>
        A launch is a set of Amazon EC2 instances for runs: choose EC2 as the hardware of a new run, and its hosts join
        by themselves. They are kept for the next run as long as you say, and terminated at the end of their TTL. If
        millionrps itself is gone by then, each host ends itself, as long as its image runs user-data.
      </p>
      {cloud.data && !cloud.data.ec2 && <p className="text-ink">{cloud.data.sentence}</p>}
      <p>
        Instances need to reach this API over HTTPS. The IAM policy, the quotas and the whole way from an empty account
        are in docs/aws.md of the source.
      </p>
    </NothingYet>
  );
}

/** Launches that are there cannot be followed without. */
export function NoCredentials() {
  const { data } = useCloud();
  if (!data || data.ec2) return null;
  return (
    <Notice kind="warn" title="No AWS credentials">
      {data.sentence}
    </Notice>
  );
}
