import Link from 'next/link';
import { buttonClass } from '@/ui/button';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-[34rem] content-center gap-3 p-6">
      <h1 className="text-2xl font-semibold tracking-tight">There is no page here</h1>
      <p className="text-muted">The address may be mistyped, or it names something this version does not have.</p>
      <p>
        <Link href="/" className={buttonClass('primary')}>
          All runs
        </Link>
      </p>
    </main>
  );
}
