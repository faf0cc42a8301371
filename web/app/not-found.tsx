import Link from 'next/link';
import { AppShell } from '@/features/shell/app-shell';
import { buttonClass } from '@/ui/button';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <AppShell>
      <div className="mx-auto grid max-w-[34rem] gap-3 pt-[20vh]">
        <h1 className="text-2xl font-semibold tracking-tight">There is no page here</h1>
        <p className="text-muted">The address may be mistyped, or it names something this version does not have.</p>
        <p>
          <Link href="/" className={buttonClass('primary')}>
            All runs
          </Link>
        </p>
      </div>
    </AppShell>
  );
}
