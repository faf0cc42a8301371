import { duplexPair } from 'node:stream';
import { expect, it } from 'vitest';
import { Starter } from './starter.ts';

it('gives each question its own answer, and takes nothing else for one', async () => {
  const [channel, other] = duplexPair();
  const starter = new Starter(channel);
  const asked = [starter.build('linux-arm64', ['agent', 'server']), starter.build('linux-amd64', ['millionrps'])];
  const read = starter.read('/etc/key.pem');
  let came = '';
  for await (const part of other.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    came += part;
    if (came.split('\n').length > 3) break;
  }
  expect(
    came
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: 1, build: ['linux-arm64', 'agent', 'server'] },
    { id: 2, build: ['linux-amd64', 'millionrps'] },
    { id: 3, read: '/etc/key.pem' },
  ]);
  const say = (message: unknown) => other.write(`${JSON.stringify(message)}\n`);
  for (const message of [null, 'done', { id: 3 }, { id: 9, done: '' }]) say(message);
  say({ id: 3, fault: '/etc/key.pem cannot be read: ENOENT.' });
  say({ id: 2, fault: 'no room' });
  say({ id: 1, done: '' });
  expect(await Promise.all(asked)).toEqual([null, 'no room']);
  await expect(read).rejects.toThrow('/etc/key.pem cannot be read: ENOENT.');
});
