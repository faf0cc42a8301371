import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account, Person } from '../contract/account.ts';
import type { AuditList } from '../contract/audit.ts';
import { PAGE_KEY_HEADER } from '../contract/page-key.ts';
import type { Problem } from '../contract/primitives.ts';
import { request } from '../testing/fake-agent.ts';
import { caller, cookiesOf, follow, makePerson, signInWith, type TestPerson } from '../testing/people.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

const PASSWORD = 'correct horse battery';
const WRONG = '000000';
let lab: TestLab;

beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

interface Enrolled {
  person: TestPerson;
  /** What the app shows at the moment. */
  code: () => Promise<string>;
  backupCodes: string[];
}

const path = (step = '') => `/api/v1/account/second-factor${step}`;

async function begin(person: TestPerson) {
  const { body } = await person.call<{ uri: string; backupCodes: string[] }>('POST', path(), { password: PASSWORD });
  const secret = new URL(body.uri).searchParams.get('secret') ?? '';
  const app = createOTP(new TextDecoder().decode(base32.decode(secret)));
  return { ...body, code: () => app.totp() };
}

/** A person whose session knows of the second factor. */
async function enrol(role: 'viewer' | 'admin' = 'viewer'): Promise<Enrolled> {
  const person = await makePerson(lab, role, PASSWORD);
  const { code, backupCodes } = await begin(person);
  const confirmed = await person.call('POST', path('/confirm'), { code: await code() });
  expect(confirmed.status).toBe(204);
  const cookie = cookiesOf(confirmed.headers);
  return { person: { ...person, cookie, call: caller(lab, cookie) }, code, backupCodes };
}

/** The two halves of signing in, as the page's forms do it. */
async function signIn({ email }: TestPerson, code: string) {
  const first = await signInWith(lab, email, PASSWORD);
  return { first, second: await typeCode(cookiesOf(first.headers), code) };
}

const typeCode = (cookie: string, code: string) =>
  request<Problem>(lab.url, 'POST', '/api/auth/sign-in/second-factor', {
    body: { code },
    headers: { origin: lab.url, cookie },
  });

const isSignedIn = async (cookie: string) =>
  (await request(lab.url, 'GET', '/api/v1/session', { headers: { cookie } })).status === 200;

describe('two-factor authentication', () => {
  // The first: of refusals of strangers only 20 a minute are recorded.
  it('has it in the audit log whose code was guessed, as who knows the password got that far', async () => {
    const { person } = await enrol();
    expect((await signIn(person, WRONG)).second.status).toBe(401);
    const admin = caller(lab, (await enrol('admin')).person.cookie);
    const guesses = async () => {
      const { body } = await admin<AuditList>('GET', `/api/v1/audit?subjectId=${person.userId}`);
      const refused = body.entries.filter(({ reason }) => reason?.startsWith('The code is wrong'));
      return refused.map(({ by, subject, outcome }) => [by, subject.id, outcome]);
    };
    await expect.poll(guesses).toEqual([[null, person.userId, 'refused']]);
    // Spelled in another way, and beside the session of another person, whose codes are not asked for then.
    const other = await enrol();
    const { headers } = await signInWith(lab, person.email, PASSWORD);
    const challenge =
      cookiesOf(headers)
        .split('; ')
        .find((one) => one.startsWith('millionrps.two_factor=')) ?? '';
    const spelled = challenge.replace('=2fa', '="%32fa').concat('"');
    expect((await typeCode(`${other.person.cookie}; ${spelled}`, await other.code())).status).toBe(401);
    await expect.poll(async () => (await guesses()).length).toBe(2);
    // Nobody is named by a challenge that was not signed here.
    const [identifier] = challenge.split('.');
    expect((await typeCode(`${identifier}.forged`, WRONG)).status).toBe(401);
    expect(await guesses()).toHaveLength(2);
  });

  it('asks for nothing before the first right code', async () => {
    const person = await makePerson(lab, 'viewer', PASSWORD);
    const { uri, backupCodes } = await begin(person);
    expect(uri).toMatch(/^otpauth:\/\/totp\/millionrps%20127/);
    expect(new Set(backupCodes).size).toBe(10);
    const wrong = await person.call<Problem>('POST', path('/confirm'), { code: WRONG });
    expect([wrong.status, wrong.body.fields[0]?.path]).toEqual([422, 'code']);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(204);
  });

  it('goes on under another cookie once it is on, with its page key, and the first one is worth nothing', async () => {
    const person = await makePerson(lab, 'viewer', PASSWORD);
    const { code } = await begin(person);
    const { headers } = await person.call('POST', path('/confirm'), { code: await code() });
    expect(headers.get(PAGE_KEY_HEADER)).toMatch(/^[\w-]{43}$/);
    expect(await isSignedIn(cookiesOf(headers))).toBe(true);
    expect(await isSignedIn(person.cookie)).toBe(false);
    const { body } = await caller(lab, cookiesOf(headers))<Account>('GET', '/api/v1/account');
    expect(body.hasSecondFactor).toBe(true);
  });

  it('makes the password half of signing in', async () => {
    const { person, code } = await enrol();
    const { first, second } = await signIn(person, await code());
    expect([first.status, first.body.code]).toEqual([401, 'second-factor-needed']);
    expect(first.headers.get(PAGE_KEY_HEADER)).toBeNull();
    expect(await isSignedIn(cookiesOf(first.headers))).toBe(false);
    expect(second.status).toBe(204);
    expect(second.headers.get(PAGE_KEY_HEADER)).toMatch(/^[\w-]{43}$/);
    expect(await isSignedIn(cookiesOf(second.headers))).toBe(true);
  });

  it('takes no wrong code, and after five of them the password again', async () => {
    const { person, code } = await enrol();
    const { headers } = await signInWith(lab, person.email, PASSWORD);
    const guess = (typed: string) => typeCode(cookiesOf(headers), typed);
    for (let i = 0; i < 5; i++) {
      const { status, body } = await guess(WRONG);
      expect([status, body.code, body.detail]).toEqual([
        401,
        'wrong-credentials',
        expect.stringMatching(/^The code is wrong/),
      ]);
    }
    const late = await guess(await code());
    expect([late.status, late.body.detail]).toEqual([401, expect.stringMatching(/^Sign in with your password again/)]);
    expect(await isSignedIn(cookiesOf(late.headers))).toBe(false);
  });

  it('rests for a quarter of an hour after ten wrong codes, also for the right one', async () => {
    const { person, code } = await enrol();
    for (const _challenge of [1, 2]) {
      const cookie = cookiesOf((await signInWith(lab, person.email, PASSWORD)).headers);
      for (let i = 0; i < 5; i++) expect((await typeCode(cookie, WRONG)).status).toBe(401);
    }
    const { second } = await signIn(person, await code());
    expect([second.status, second.body.code]).toEqual([429, 'too-many-attempts']);
  });

  it('takes each backup code once', async () => {
    const { person, backupCodes } = await enrol();
    const [first = '', next = ''] = backupCodes;
    expect((await signIn(person, first)).second.status).toBe(204);
    const again = (await signIn(person, first)).second;
    expect([again.status, again.body.detail]).toEqual([401, expect.stringContaining('was used before')]);
    expect((await signIn(person, next)).second.status).toBe(204);
  });

  it('takes a code however it is typed', async () => {
    const { person, code, backupCodes } = await enrol();
    for (const one of backupCodes) expect(one).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
    const [first = '', second = ''] = backupCodes;
    expect((await signIn(person, first.replace('-', ''))).second.status).toBe(204);
    expect((await signIn(person, second.replace('-', ' '))).second.status).toBe(204);
    const digits = await code();
    expect((await signIn(person, `${digits.slice(0, 3)} ${digits.slice(3)}`)).second.status).toBe(204);
  });

  it('does not ask who comes by a link', async () => {
    const { person } = await enrol();
    const { headers } = await follow(lab, await lab.signIn.createLinkFor(person.email, '/'));
    expect(await isSignedIn(cookiesOf(headers))).toBe(true);
  });

  it('is kept encrypted', async () => {
    const { backupCodes } = await enrol();
    const kept = JSON.stringify(await lab.lab.database.db.twoFactor.findMany());
    for (const code of backupCodes) expect(kept).not.toContain(code);
  });

  it('needs a password first, and the right one', async () => {
    const without = await makePerson(lab, 'viewer');
    expect((await without.call('POST', path(), { password: 'anything' })).status).toBe(409);
    const person = await makePerson(lab, 'viewer', PASSWORD);
    const refused = await person.call<Problem>('POST', path(), { password: 'a guess' });
    expect([refused.status, refused.body.fields[0]?.path]).toEqual([422, 'password']);
  });
});

describe('the audit log', () => {
  it('tells which half of signing in was a code of the app and which a backup code', async () => {
    const { person, code, backupCodes } = await enrol('admin');
    await signIn(person, await code());
    await signIn(person, backupCodes[0] ?? '');
    const { body } = await person.call<AuditList>('GET', '/api/v1/audit?action=account.sign-in&outcome=done&limit=2');
    expect(body.entries.map(({ fields }) => fields)).toEqual([{ with: 'backup code' }, { with: 'app code' }]);
  });

  it('tells of new backup codes', async () => {
    const { person } = await enrol('admin');
    await person.call('POST', path('/backup-codes'), { password: PASSWORD });
    const { body } = await person.call<AuditList>('GET', '/api/v1/audit?action=account.backup-codes&limit=1');
    expect(body.entries[0]).toMatchObject({ by: { userId: person.userId }, outcome: 'done', fields: {} });
  });
});

describe('turning it off', () => {
  it('takes the password and a code', async () => {
    const { person, code, backupCodes } = await enrol();
    const remove = async (password: string | null, typed: string) =>
      person.call<Problem>('POST', path('/remove'), { password, code: typed });
    const refused = [
      await remove('a guess', await code()),
      await remove(null, await code()),
      await remove(PASSWORD, WRONG),
    ];
    expect(refused.map(({ status, body }) => [status, body.fields[0]?.path])).toEqual([
      [422, 'password'],
      [422, 'password'],
      [422, 'code'],
    ]);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(401);
    expect((await remove(PASSWORD, backupCodes[0] ?? '')).status).toBe(204);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(204);
    expect((await remove(PASSWORD, await code())).status).toBe(409);
  });

  it('takes a code alone where no password is', async () => {
    const { person, code } = await enrol();
    const admin = await makePerson(lab, 'admin');
    const reset = await admin.call<{ url: string }>('POST', `/api/v1/people/${person.userId}/reset-password`);
    const token = new URL(reset.body.url).searchParams.get('token');
    const { headers } = await follow(lab, `${lab.url}/api/auth/magic-link/verify?token=${token}`);
    const again = caller(lab, cookiesOf(headers));
    expect((await again('POST', path('/backup-codes'), { password: PASSWORD })).status).toBe(409);
    expect((await again('POST', path('/remove'), { password: null, code: await code() })).status).toBe(204);
  });

  it('is what an administrator does for somebody who lost it, and nobody else', async () => {
    const { person } = await enrol();
    const url = `/api/v1/people/${person.userId}/remove-second-factor`;
    const operator = await makePerson(lab, 'operator');
    expect((await operator.call('POST', url)).status).toBe(403);
    const admin = await makePerson(lab, 'admin');
    const { status, body } = await admin.call<Person>('POST', url);
    expect([status, body.hasSecondFactor]).toEqual([200, false]);
    expect((await admin.call('POST', url)).status).toBe(409);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(204);
  });

  it("is refused to an administrator by that way for one's own account", async () => {
    const { person } = await enrol('admin');
    const { status, body } = await person.call<Problem>('POST', `/api/v1/people/${person.userId}/remove-second-factor`);
    expect([status, body.detail]).toEqual([
      403,
      'Turn off your own two-factor authentication under Settings, Account, by your password and a code.',
    ]);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(401);
  });
});

describe('new backup codes', () => {
  const renew = ({ call }: TestPerson, password: string) =>
    call<{ backupCodes: string[] } & Problem>('POST', path('/backup-codes'), { password });

  it('take the place of those before, by the password', async () => {
    const { person, code, backupCodes } = await enrol();
    const wrong = await renew(person, 'a guess');
    expect([wrong.status, wrong.body.fields[0]?.path]).toEqual([422, 'password']);
    expect((await signIn(person, backupCodes[0] ?? '')).second.status).toBe(204);
    const { status, body } = await renew(person, PASSWORD);
    expect([status, new Set([...backupCodes, ...body.backupCodes]).size]).toEqual([201, 20]);
    expect((await signIn(person, backupCodes[1] ?? '')).second.status).toBe(401);
    for (const works of [body.backupCodes[0] ?? '', await code()])
      expect((await signIn(person, works)).second.status).toBe(204);
  });

  it('are for who has a second factor', async () => {
    const person = await makePerson(lab, 'viewer', PASSWORD);
    expect((await renew(person, PASSWORD)).status).toBe(409);
  });

  it('let in an administrator again who lost the app and all codes, and comes by a link', async () => {
    const { person } = await enrol('admin');
    const { headers } = await follow(lab, await lab.signIn.createLinkFor(person.email, '/'));
    const call = caller(lab, cookiesOf(headers));
    const { body } = await renew({ ...person, call }, PASSWORD);
    const off = { password: PASSWORD, code: body.backupCodes[0] };
    expect((await call('POST', path('/remove'), off)).status).toBe(204);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(204);
  });
});

describe('a code', () => {
  it('proves who one is, as the password does', async () => {
    const { person, code, backupCodes } = await enrol();
    const prove = (proof: object) =>
      person.call<Problem>('POST', '/api/v1/account/proof', { password: null, code: null, ...proof });
    expect((await prove({ code: WRONG })).body.fields[0]?.path).toBe('code');
    for (const proof of [{ code: await code() }, { code: backupCodes[0] }, { password: PASSWORD }]) {
      expect((await prove(proof)).status).toBe(204);
    }
    expect((await prove({ code: backupCodes[0] })).status).toBe(422);
  });
});
