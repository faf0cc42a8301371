import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { faultsIn } from './accessibility.ts';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

test('a run is saved as a benchmark, a build is measured, and its history is read as a picture and a table', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const host = await api.readyHost();
  const { id } = await api.createRun('to be watched', specFor(host.id, { path: '/simple', steps: [closedStep(4, 1)] }));
  await api.finish(id);
  await signIn(page);
  await page.goto(`${url}/runs/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Save as benchmark' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('to be watched');
  await page.getByLabel('Rounds of a point').fill('1');
  await page.getByRole('button', { name: 'Save benchmark' }).click();
  await expect(page.getByText('A whole number from 2 to 60.')).toBeVisible();
  await page.getByLabel('Rounds of a point').fill('3');
  await page.getByRole('button', { name: 'Save benchmark' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'to be watched' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not measured yet' })).toBeVisible();
  expect(await faultsIn(page, 'a benchmark that is not measured')).toEqual([]);

  await page.getByRole('button', { name: 'Measure a revision' }).click();
  await page.getByLabel('Name of the build').fill('v1.2');
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(page.getByText('measuring 1 revision')).toBeVisible();
  const chart = page.getByRole('slider', { name: /^Throughput at step 1 of 1 point/ });
  await expect(chart).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('row', { name: /v1\.2.*req\/s/ })).toBeVisible();
  await chart.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', /^v1\.2: [+−±]/);
  expect(await faultsIn(page, 'a benchmark')).toEqual([]);

  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Set a schedule …' }).click();
  await page.getByLabel('How often').selectOption('By a cron line');
  await page.getByLabel('Cron line').fill('61 2 * * *');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('It names no time that ever comes: check each field.')).toBeVisible();
  expect(await faultsIn(page, 'the form of a schedule')).toEqual([]);
  await page.getByLabel('How often').selectOption('Once a week');
  await page.getByLabel('On', { exact: true }).selectOption('Saturday');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('every Saturday at 02:00, Europe/Berlin')).toBeVisible();
  expect(await faultsIn(page, 'a benchmark with a schedule')).toEqual([]);

  await page.goto(`${url}/benchmarks`);
  await expect(page.getByRole('row', { name: /to be watched/ })).toContainText(/req\/s.*v1\.2 against itself/);
  expect(await faultsIn(page, 'the list of benchmarks')).toEqual([]);
  await page.getByRole('link', { name: 'to be watched' }).click();
  await chart.press('ArrowRight');
  await chart.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'to be watched: v1.2' })).toBeVisible();
});
