import type { Db } from '../platform/store/db.ts';

/** Who it turned out to be, or what it was done to. */
export interface Found {
  id: string | null;
  name: string;
}

/** How somebody signs in, or tries to. A code is asked for after a right password. */
export type SignInWay = 'password' | 'app code' | 'backup code' | 'link';

/** For routes that let a stranger in: who it was is known only while they are at work. */
export interface Recording {
  /**
   * In the transaction of what is done, or before the answer hands out a secret. `by`: who signed in; absent where nobody is signed in
   * after it either.
   */
  done(db: Db, found: Found, by?: { userId: string; name: string; role: string }): Promise<void>;
  /** Whom an attempt is about, in case it is refused, and how they sign in. */
  about(found: Found, signInWay?: SignInWay): void;
  /** Where the answer is a page and no problem. */
  refused(reason: string): Promise<void>;
}
