import Link from 'next/link';
import { Button, buttonClass } from '@/ui/button';
import { DoorFrame } from './door-frame';

/**
 * Where a link leads that an administrator sent. It is opened by a button alone: mail and chat programs open the address
 * itself, and would spend it. A plain form, which works before any script has come.
 */
export function LinkPage({ token }: { token: string }) {
  if (token === '') {
    return (
      <DoorFrame title="This link is not complete">
        <p className="text-muted">Copy the whole address, or ask whoever sent it for a new one.</p>
        <p>
          <Link href="/sign-in" className={buttonClass('primary')}>
            Sign in
          </Link>
        </p>
      </DoorFrame>
    );
  }
  return (
    <DoorFrame title="Set a new password">
      <p>
        An administrator reset your password. The button signs you in and leads to your account, where you set a new
        one.
      </p>
      <form action="/api/auth/magic-link/verify" method="get">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="callbackURL" value="/settings" />
        <input type="hidden" name="errorCallbackURL" value="/sign-in" />
        <Button type="submit" look="primary">
          Sign in
        </Button>
      </form>
      <p className="text-xs text-muted">The link works once, for 24 hours.</p>
    </DoorFrame>
  );
}
