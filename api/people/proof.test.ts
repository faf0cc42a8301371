import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_KEY_FRAGMENT, PAGE_KEY_HEADER } from '../contract/page-key.ts';
import type { Problem } from '../contract/primitives.ts';
import { request } from '../testing/fake-agent.ts';
import { caller, cookiesOf, follow, makePerson, pageKey, signInWith, type TestPerson } from '../testing/people.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

const PASSWORD = 'correct horse battery';
const LATER_MS = 601_000;
let lab: TestLab;

beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const makeToken = ({ call }: Pick<TestPerson, 'call'>) =>
  call<Problem>('POST', '/api/v1/tokens', { name: 'ci', role: 'viewer' });
const prove = ({ call }: TestPerson, proof: object) =>
  call<Problem>('POST', '/api/v1/account/proof', { password: null, code: null, ...proof });

async function later<T>(act: () => Promise<T>): Promise<T> {
  lab.skipMs(LATER_MS);
  try {
    return await act();
  } finally {
    lab.skipMs(-LATER_MS);
  }
}

describe('what gives power', () => {
  it('may be done within ten minutes of signing in, and later after the password', async () => {
    const person = await makePerson(lab, 'operator', PASSWORD);
    expect((await makeToken(person)).status).toBe(201);
    await later(async () => {
      const refused = await makeToken(person);
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        403,
        'proof-needed',
        'Confirm that it is you: type your password.',
      ]);
      const wrong = await prove(person, { password: 'a guess' });
      expect([wrong.status, wrong.body.fields[0]?.path]).toEqual([422, 'password']);
      expect((await makeToken(person)).status).toBe(403);
      expect((await prove(person, { password: PASSWORD })).status).toBe(204);
      expect((await makeToken(person)).status).toBe(201);
      await later(async () => expect((await makeToken(person)).status).toBe(403));
    });
  });

  it('proved by one session is not by another', async () => {
    const person = await makePerson(lab, 'operator', PASSWORD);
    const other = caller(lab, cookiesOf((await signInWith(lab, person.email, PASSWORD)).headers));
    await later(async () => {
      await prove(person, { password: PASSWORD });
      expect((await makeToken({ call: other })).status).toBe(403);
    });
  });

  it('takes a new link where there is no password, and the refusal says so', async () => {
    const person = await makePerson(lab, 'operator');
    await later(async () => {
      const refused = await makeToken(person);
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/open a new sign-in link/)]);
      expect((await prove(person, { password: 'anything' })).status).toBe(409);
    });
    const { headers } = await follow(lab, await lab.signIn.createLinkFor(person.email, '/'));
    expect((await makeToken({ call: caller(lab, cookiesOf(headers)) })).status).toBe(201);
  });

  it('can be guessed at ten times a minute', async () => {
    const person = await makePerson(lab, 'viewer', PASSWORD);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => prove(person, { password: 'a guess' })));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), 429, 429]);
  });
});

describe('the key of a page', () => {
  const rename = (headers: Record<string, string>) =>
    request<Problem>(lab.url, 'PATCH', '/api/v1/account', { body: { name: 'Bo' }, headers });

  it('comes with a link in the fragment, which no server is sent', async () => {
    const { email } = await makePerson(lab, 'viewer');
    const reply = await follow(lab, await lab.signIn.createLinkFor(email, '/runs?q=1'));
    const place = new URL(reply.headers.get('location') ?? '', lab.url);
    const cookie = cookiesOf(reply.headers);
    expect([place.pathname, place.search]).toEqual(['/runs', '?q=1']);
    const key = new URLSearchParams(place.hash.slice(1)).get(PAGE_KEY_FRAGMENT) ?? '';
    expect({ [PAGE_KEY_HEADER]: key }).toEqual(await pageKey(lab, cookie));
    expect((await rename({ cookie, origin: lab.url, [PAGE_KEY_HEADER]: key })).status).toBe(200);
  });

  it('comes with the password in a header, and with no other answer', async () => {
    const { email, call } = await makePerson(lab, 'viewer', PASSWORD);
    const { headers } = await signInWith(lab, email, PASSWORD);
    expect(headers.get(PAGE_KEY_HEADER)).toBe((await pageKey(lab, cookiesOf(headers)))[PAGE_KEY_HEADER]);
    for (const url of ['/api/v1/session', '/api/v1/account', '/api/v1/account/sessions']) {
      expect((await call('GET', url)).headers.get(PAGE_KEY_HEADER)).toBeNull();
    }
  });

  it('is what a thief of the cookie lacks, and who has neither is asked for the password', async () => {
    const person = await makePerson(lab, 'viewer', PASSWORD);
    const stolen = { cookie: person.cookie, origin: lab.url };
    const refused = await rename(stolen);
    expect([refused.status, refused.body.code]).toEqual([403, 'proof-needed']);
    const proof = await request(lab.url, 'POST', '/api/v1/account/proof', {
      body: { password: PASSWORD, code: null },
      headers: stolen,
    });
    const key = proof.headers.get(PAGE_KEY_HEADER) ?? '';
    expect((await rename({ ...stolen, [PAGE_KEY_HEADER]: key })).status).toBe(200);
  });
});
