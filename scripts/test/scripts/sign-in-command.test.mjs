import path from 'node:path';
import { expect, it } from 'vitest';
import { readSettings, signInCommand } from '../../start/settings.mjs';

const commandFor = (env) => signInCommand(readSettings(env));

it('names the data folder of an instance that has another than the usual one', () => {
  expect(commandFor({})).toBe('npm run sign-in-link');
  expect(commandFor({ MILLIONRPS_DATA: '/srv/lab' })).toBe('MILLIONRPS_DATA=/srv/lab npm run sign-in-link');
  expect(commandFor({ MILLIONRPS_DATA: 'data-2' })).toBe(
    `MILLIONRPS_DATA=${path.resolve('data-2')} npm run sign-in-link`,
  );
  expect(commandFor({ MILLIONRPS_DATA: "/srv/ada's lab" })).toBe(
    `MILLIONRPS_DATA='/srv/ada'\\''s lab' npm run sign-in-link`,
  );
});

it('names no folder to visitors from other machines', () => {
  expect(commandFor({ MILLIONRPS_DATA: '/srv/lab', HOST: '0.0.0.0' })).toBe(
    'MILLIONRPS_DATA=<its data folder> npm run sign-in-link',
  );
});
