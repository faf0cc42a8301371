// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../start/settings.mjs';

const text = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');

/** Decisions are never edited, so they may name what has moved since. */
const documents = execFileSync('git', ['ls-files', '*.md', ':!docs/decisions/0*'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');

/** What a document's paths may begin at: the root, its own folder, or the folder that it speaks of. */
const STARTS = ['.', 'agent', 'agent/internal', 'api', 'server', 'web'];
const PATH = /`((?:[\w.()-]+\/)+[\w.()-]+\.(?:ts|tsx|mjs|go|json|md|prisma|yml))`/g;
/** Written by a run or a start, never in the repository; or a name for the reader to fill in. */
const MADE = /^(spool|blobs|tools|\.build)\/|\/NAME\./;

it.each(documents)('every link and every path in %s leads somewhere', (file) => {
  const folder = path.dirname(file);
  const links = [...text(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(path.join(root, folder, link)))).toEqual([]);
  const paths = [...text(file).matchAll(PATH)].map(([, named = '']) => named).filter((named) => !MADE.test(named));
  const lost = paths.filter((named) => ![folder, ...STARTS].some((start) => existsSync(path.join(root, start, named))));
  expect(lost).toEqual([]);
});

it.each([
  ['api/README.md', 'api'],
  ['api/rules/README.md', 'api/rules'],
  ['web/README.md', 'web'],
  ['agent/README.md', 'agent/internal'],
  ['server/README.md', 'server/internal'],
])('%s names every room of %s', (readme, folder) => {
  const rooms = execFileSync('git', ['ls-tree', '-d', '--name-only', `HEAD:${folder}`], {
    cwd: root,
    encoding: 'utf8',
  });
  const said = text(readme);
  const unsaid = rooms
    .trim()
    .split('\n')
    .filter((room) => !new RegExp(`\`(internal/)?${room}(/\\w+)?\``).test(said));
  expect(unsaid).toEqual([]);
});

it('has one version, which the changelog heads', () => {
  const { version } = JSON.parse(text('package.json'));
  const others = {
    'api/package.json': `"version": "${version}"`,
    'web/package.json': `"version": "${version}"`,
    'deploy/helm/millionrps/Chart.yaml': `version: ${version}\nappVersion: ${version}\n`,
    'agent/cmd/agent/main.go': `release = "${version}"`,
    'agent/cmd/millionrps/main.go': `release = "${version}"`,
  };
  expect(Object.entries(others).flatMap(([file, said]) => (text(file).includes(said) ? [] : [file]))).toEqual([]);
  expect(
    text('CHANGELOG.md')
      .match(/^## (\S+)/m)?.[1]
      ?.replace(/,$/, ''),
  ).toBe(version);
});
