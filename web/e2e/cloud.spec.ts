import type { Locator, Page } from '@playwright/test';
import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { tooSmall } from './above-the-fold.ts';
import { faultsIn, LOOKS } from './accessibility.ts';
import { type CloudLab, openCloudLab } from './cloud-lab.ts';
import { edit, tabTo } from './lab.ts';
import { expect, test } from './test.ts';

let lab: CloudLab;

test.describe.configure({ mode: 'serial', timeout: 180_000 });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  lab = await openCloudLab();
});
test.afterAll(() => lab.stop());

const opened = async (page: Page, path: string): Promise<void> => {
  await lab.signIn(page.context());
  await page.goto(lab.url + path);
};

const specOn = ([server, ...clients]: { hostId: string }[]) => ({
  ...specFor(server?.hostId ?? '', { path: '/simple', steps: [closedStep(4, 1)], tool: 'volley' }),
  clients: clients.map(({ hostId }) => ({ hostId })),
});

test('before anything is launched, the page says what a launch is, and what to do first', async ({ page }) => {
  await opened(page, '/cloud');
  await expect(page.getByRole('heading', { name: 'Nothing was launched yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New run on EC2' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'End all …' })).toHaveCount(0);
});

test('a run waits for its hosts on its page, and is measured once their agents have joined', async ({ page }) => {
  const launch = await lab.launch();
  const run = await lab.api.createRun('in the cloud', specOn(launch.places));
  await lab.until(launch.id, ({ state }) => state === 'joining');
  await opened(page, `/runs/${run.id}`);
  const live = page.getByRole('region', { name: 'Running now' });
  await expect(live.getByText('Its hosts are launched; their agents have yet to join.')).toBeVisible();
  await expect(live.getByText('starting', { exact: true })).toHaveCount(2);
  await expect(live.getByText(/^takes about .* once its hosts have joined$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel run …' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('No load runs yet.');
  await expect(asked).toContainText(
    /Its EC2 hosts stay, at \$0\.34 per hour\. They are kept for 20 min after their last run/,
  );
  await expect(asked.getByRole('link')).toHaveAttribute('href', `/cloud/${launch.id}`);
  await page.getByRole('button', { name: 'Let it go on' }).click();
  await live.getByRole('link', { name: 'c5.2xlarge + c5.xlarge in us-east-1' }).click();
  await expect(page).toHaveURL(`${lab.url}/cloud/${launch.id}`);

  await lab.joinAll(launch.id);
  await expect(page.getByText(/^all after /)).toBeVisible();
  expect((await lab.api.finish(run.id)).state).toBe('finished');
  await page.goto(`${lab.url}/runs/${run.id}`);
  await expect(
    page.getByText(/^Its EC2 hosts are still there, at \$0\.34 per hour \((kept, ends|TTL ends) in /),
  ).toBeVisible();
  await page.goto(`${lab.url}/cloud/${launch.id}`);
  await expect(
    page.getByRole('region', { name: 'Runs', exact: true }).getByRole('link', { name: 'in the cloud' }),
  ).toBeVisible();
});

test('the list shows what costs money first, and ends it when a person agrees, by keys alone', async ({ page }) => {
  const launch = await lab.launch({ clients: null });
  const run = await lab.api.createRun('waits in vain', {
    ...specOn(launch.places),
    clients: launch.places.map(({ hostId }) => ({ hostId })),
  });
  await lab.until(launch.id, ({ state }) => state === 'joining');
  await opened(page, '/');
  const waits = page.getByRole('link', { name: /^waits in vain/ });
  await expect(waits).toContainText(/once its hosts have joined; given up in \d+ min unless all join/);
  await page.goto(`${lab.url}/cloud`);
  const table = page.getByRole('region', { name: 'Running now' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row').nth(1)).toContainText('1 host, 0 joined');
  await expect(table.getByRole('row').nth(1)).toContainText('in use, TTL ends in');
  await tabTo(page, page.getByRole('button', { name: /^End c5.2xlarge in us-east-1, launch \w{6} …$/ }));
  await page.keyboard.press('Enter');
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('1 host of 1 launch will be terminated, and 1 run under way or queued');
  await expect(asked.getByRole('listitem')).toHaveText('waits in vain (provisioning)');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await lab.until(launch.id, ({ state }) => state === 'released');
  expect((await lab.api.finish(run.id)).state).toBe('canceled');
  const ended = page.getByRole('region', { name: 'Ended launches' });
  await expect(ended.getByRole('row').nth(1)).toContainText('Ended by');
});

test('a new run launches its hosts by one click, once, after saying what they need', async ({ page }) => {
  const before = (await lab.api.call('GET', '/launches')).launches.length;
  await opened(page, '/runs/new?hardware=ec2');
  const panel = page.getByRole('complementary', { name: 'This run' });
  await expect(panel.getByRole('region', { name: 'EC2 hosts' })).toContainText('vCPUs');
  await edit(page, 'Hosts');
  await page.getByRole('button', { name: /Entry 04/ }).click();
  await expect(page.getByLabel('Server: instance type')).toHaveValue('c8i.32xlarge');
  await page.getByLabel('Server: instance type').fill('c5.2xlarge');
  await page.getByLabel('Find a type for the load generator').fill('c5 4 vCPUs');
  await page.getByRole('option', { name: /^c5\.xlarge/ }).click();
  await expect(page.getByLabel('Load generator: instance type')).toHaveValue('c5.xlarge');
  await expect(panel.getByText(/^Your client is smaller than your server: 4 vCPUs of 8/)).toBeVisible();
  expect(await faultsIn(page, 'new run on EC2')).toEqual([]);
  await page.getByLabel('TTL').fill('5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    page.getByText('A whole number from 10 to 2880.').or(page.getByText('A whole number from 10 to 2,880.')),
  ).toBeVisible();
  await page.getByLabel('TTL').fill('30');
  await page.getByRole('button', { name: 'Run', exact: true }).dblclick();
  await expect(page.getByRole('region', { name: 'Running now' })).toContainText('agents have yet to join');
  const { launches } = await lab.api.call('GET', '/launches');
  expect(launches).toHaveLength(before + 1);
  expect(launches[0].runIds).toHaveLength(1);
  expect(launches[0].spec).toMatchObject({ server: { instanceType: 'c5.2xlarge' }, ttlMinutes: 30 });

  const [runId] = launches[0].runIds;
  await lab.api.call('POST', `/runs/${runId}/cancel`);
  await page.goto(`${lab.url}/runs/new?from=${runId}`);
  await edit(page, 'Hosts');
  await expect(page.getByLabel('Server: instance type')).toHaveValue('c5.2xlarge');
  await expect(page.getByLabel('TTL')).toHaveValue('30');
  await lab.api.call('POST', `/launches/${launches[0].id}/end`);
});

test('an experiment launches its hosts once for all rounds, after saying what they cost, and is read at its end', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const before = await lab.instances();
  await opened(page, '/runs/new?hardware=ec2');
  await edit(page, 'Hosts');
  // A shape of its own: nothing that is kept is taken.
  await page.getByLabel('Server: instance type').fill('c5.xlarge');
  await page.getByLabel('Load generator: instance type').fill('c5.xlarge');
  const ofRun = page.getByRole('region', { name: 'EC2 hosts' });
  await expect(ofRun).toContainText(/about \$0\.1[0-9] for this run, with joining and keeping/);
  await ofRun.getByText('Why?').click();
  await expect(ofRun).toContainText(/10 min \+ \d+ min \+ 20 min = 3\d min\./);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/^EC2: about \$0\.1[0-9] for this run, \$0\.34 per hour$/)).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Run as comparison' }).click();
  await expect(page.getByRole('button', { name: 'Plan only' })).toHaveCount(0);
  await page.getByLabel('Question').fill('Does one worker do in the cloud?');
  await page.getByRole('combobox', { name: 'Change a setting' }).fill('workers');
  await page.getByRole('combobox', { name: 'Change a setting' }).press('Enter');
  await page.getByLabel('workers in the variant', { exact: true }).fill('1');
  const panel = page.getByRole('complementary', { name: 'This experiment' });
  await page.getByLabel('Rounds', { exact: true }).fill('60');
  await page.getByLabel('Seconds per step').fill('60');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    page.getByText(/^The experiment takes about .*, longer than the TTL of 60 min\. Set a TTL of/),
  ).toBeVisible();
  expect(await lab.instances()).toBe(before);

  await page.getByLabel('Rounds', { exact: true }).fill('12');
  await page.getByLabel('Seconds per step').fill('10');
  await page.getByLabel('Budget').fill('0.05');
  const cost = panel.getByRole('region', { name: 'EC2 hosts' });
  await expect(cost).toContainText(/The planned time costs \$0\.0[6-9], more than the budget of \$0\.05\./);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('The experiment was not planned; what you typed is kept')).toBeVisible();
  expect(await lab.instances()).toBe(before);

  await page.getByLabel('Rounds', { exact: true }).fill('2');
  await page.getByLabel('Seconds per step').fill('1');
  await page.getByLabel('Budget').fill('');
  await page.getByLabel('TTL').fill('30');
  await expect(cost).toContainText(/about \$0\.1[0-9] for all 4 runs, with joining and keeping/);
  await expect(cost).toContainText('$0.17 at most for the whole experiment, $0.34 per hour');
  await expect(panel.getByText('share one machine')).toHaveCount(0);
  await cost.getByText('Why?').click();
  await expect(cost).toContainText(/2 rounds × 2 configurations = 4 runs/);
  await expect(panel.getByText('Smallest difference in throughput')).toBeVisible();
  expect(await faultsIn(page, 'new experiment on EC2')).toEqual([]);
  await page.getByRole('button', { name: 'Run', exact: true }).dblclick();
  await expect(page.getByRole('heading', { name: 'Does one worker do in the cloud?' })).toBeVisible();

  await expect(page.getByText('Its hosts are launched; their agents have yet to join.')).toBeVisible();
  await expect(page.getByText(/, \$0\.\d+ so far$/)).toBeVisible();
  await expect(page.getByText(/^takes about .* once its hosts have joined$/)).toBeVisible();

  const { launches } = await lab.api.call('GET', '/launches');
  expect(launches[0].spec).toMatchObject({ server: { instanceType: 'c5.xlarge' }, ttlMinutes: 30 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    /Its EC2 hosts stay, at \$0\.34 per hour\. They are kept for/,
  );
  await page.getByRole('button', { name: 'Let it run' }).click();
  await lab.joinAll(launches[0].id);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const read = () => lab.api.call('GET', `/experiments/${id}`);
  await expect.poll(async () => (await read()).status, { timeout: 200_000, intervals: [1000] }).toBe('done');
  const { headline, stoppedSentence, runsDone, slots } = await read();
  expect([stoppedSentence, runsDone]).toEqual([null, 4]);
  await expect(page.getByText(headline).first()).toBeVisible();
  await expect(
    page.getByText(/^Its EC2 hosts are still there, at \$0\.34 per hour \((kept, ends|TTL ends) in /),
  ).toBeVisible();
  const hosts = await Promise.all(
    slots.map(async ({ runId }: { runId: string }) => {
      const { spec } = await lab.api.call('GET', `/runs/${runId}`);
      return [spec.server.hostId, spec.clients[0].hostId];
    }),
  );
  const places = launches[0].places.map(({ hostId }: { hostId: string }) => hostId);
  expect(hosts).toEqual([places, places, places, places]);
  expect(await lab.instances()).toBe(before + 2);

  // Once its hosts are gone, the same again is planned on hosts to come.
  await lab.api.call('POST', `/launches/${launches[0].id}/end`);
  await lab.until(launches[0].id, ({ state }) => state === 'released');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate and edit' }).click();
  await expect(page.getByRole('heading', { name: 'EC2 hosts' })).toBeVisible();
  await expect(panel.getByText('for the whole experiment')).toBeVisible();
});

const chooseTypes = async (page: Page): Promise<void> => {
  await opened(page, '/runs/new?hardware=ec2');
  await edit(page, 'Hosts');
  await page.getByLabel('Server: instance type').fill('c5.xlarge');
  await page.getByLabel('Load generator: instance type').fill('c5.xlarge');
};

test('what AWS refused is said beside Run, and AWS is asked again by a button', async ({ page }) => {
  // A quota that is raised while the form is open, as no emulator has quotas.
  let refuses = true;
  await page.route('**/api/v1/launches/preview', async (route) => {
    const response = await route.fetch();
    const preview = await response.json();
    const message = 'Needs 8 vCPUs, but the quota allows 4. Ask AWS for at least 8.';
    const faults = refuses ? [{ path: 'spec', code: 'quota', message }] : preview.faults;
    await route.fulfill({ response, json: { ...preview, adoptsLaunchId: null, faults } });
  });
  const asksAgain = async (panel: Locator): Promise<void> => {
    refuses = true;
    const refused = panel.getByText('This launch would be refused.');
    await expect(refused).toBeVisible();
    const cost = panel.getByRole('region', { name: 'EC2 hosts' });
    await expect(cost).toContainText('but the quota allows 4');
    const again = cost.getByRole('button', { name: 'Ask AWS again' });
    const ask = async (): Promise<void> => {
      const answered = page.waitForResponse('**/api/v1/launches/preview');
      await again.click();
      await answered;
    };
    await ask();
    await expect(again).toBeVisible();
    refuses = false;
    await ask();
    await expect(refused).toHaveCount(0);
    await expect(again).toHaveCount(0);
    await expect(cost).not.toContainText('but the quota allows 4');
    await expect(cost).toBeFocused();
  };
  await chooseTypes(page);
  await asksAgain(page.getByRole('complementary', { name: 'This run' }));
  refuses = true;
  await page.getByRole('button', { name: 'Run as comparison' }).click();
  await page.getByRole('combobox', { name: 'Change a setting' }).fill('workers');
  await page.getByRole('combobox', { name: 'Change a setting' }).press('Enter');
  await page.getByLabel('workers in the variant', { exact: true }).fill('1');
  await asksAgain(page.getByRole('complementary', { name: 'This experiment' }));
});

test('a kept launch that is used shows its own price and bounds, and nothing of a new one’s', async ({ page }) => {
  const kept = await lab.launch({
    clients: { instanceType: 'c5.xlarge', count: 2 },
    keepMinutes: 5,
    budgetMicroUsd: 2_000_000,
  });
  // It is free only ten minutes after it was asked for.
  await page.route('**/api/v1/launches/preview', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), adoptsLaunchId: kept.id } });
  });
  await chooseTypes(page);
  await page.getByLabel('Budget').fill('5');
  const cost = page.getByRole('region', { name: 'EC2 hosts' });
  const showsItsOwn = async (): Promise<void> => {
    await expect(cost).toContainText('$0.51 per hour, without disks, traffic and taxes');
    await expect(cost).toContainText(
      /its TTL ends in .*, it is kept for 5 min after its last run, and its budget of \$2\.00 has \$\d\.\d+ left\./,
    );
    await expect(cost).toContainText(
      /Run now: it ends in \d+ min if no other run takes it; keeping it costs \$0\.04\./,
    );
    await expect(cost).not.toContainText(/at most|booting|\$5/);
    await expect(cost.getByRole('link', { name: 'Look at it' })).toHaveAttribute('href', `/cloud/${kept.id}`);
  };
  await showsItsOwn();
  await page.getByRole('button', { name: 'Run as comparison' }).click();
  await page.getByRole('combobox', { name: 'Change a setting' }).fill('workers');
  await page.getByRole('combobox', { name: 'Change a setting' }).press('Enter');
  await page.getByLabel('workers in the variant', { exact: true }).fill('1');
  await showsItsOwn();
  expect(await faultsIn(page, 'new experiment on kept hosts')).toEqual([]);
  await lab.api.call('POST', `/launches/${kept.id}/end`);
});

test('hosts that were launched for what is refused then are named until they end', async ({ page }) => {
  const refusal = { title: 'Conflict', status: 409, code: 'conflict', detail: 'Refused by the test.', fields: [] };
  for (const route of ['**/api/v1/runs', '**/api/v1/experiments'])
    await page.route(route, (asked) =>
      asked.request().method() === 'POST' ? asked.fulfill({ status: 409, json: refusal }) : asked.fallback(),
    );
  const isNamedUntilItEnds = async (panel: Locator): Promise<void> => {
    await panel.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(panel.getByText('Refused by the test.')).toBeVisible();
    const [launch] = (await lab.api.call('GET', '/launches')).launches;
    const link = panel.getByRole('link', { name: 'c5.xlarge + c5.xlarge in us-east-1' });
    await expect(panel.getByText('Its EC2 hosts were launched, and cost money')).toBeVisible();
    await expect(link).toHaveAttribute('href', `/cloud/${launch.id}`);
    expect(await faultsIn(page, 'hosts that are held')).toEqual([]);
    await lab.api.call('POST', `/launches/${launch.id}/end`);
    await expect(link).toHaveCount(0);
    await expect(panel.getByText('Refused by the test.')).toBeVisible();
  };
  await chooseTypes(page);
  await isNamedUntilItEnds(page.getByRole('complementary', { name: 'This run' }));
  await page.getByRole('button', { name: 'Run as comparison' }).click();
  await page.getByLabel('Question').fill('Is it refused?');
  await page.getByRole('combobox', { name: 'Change a setting' }).fill('workers');
  await page.getByRole('combobox', { name: 'Change a setting' }).press('Enter');
  await page.getByLabel('workers in the variant', { exact: true }).fill('1');
  await page.getByLabel('Rounds', { exact: true }).fill('2');
  await page.getByLabel('Seconds per step').fill('1');
  await isNamedUntilItEnds(page.getByRole('complementary', { name: 'This experiment' }));
});

test('a host to come and one that is gone are shown as that', async ({ page }) => {
  const launch = await lab.launch({ clients: null });
  const [place] = launch.places;
  await opened(page, '/hosts');
  const row = page
    .getByRole('row')
    .filter({ hasText: place?.hostName ?? '' })
    .first();
  await expect(row).toContainText('awaited');
  await expect(row).toContainText('not known yet');
  await expect(row.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await lab.api.call('POST', `/launches/${launch.id}/end`);
  await lab.until(launch.id, ({ state }) => state === 'released');
  await expect(row).toHaveCount(0);
  await page.goto(`${lab.url}/hosts/${place?.hostId}`);
  await expect(page.getByText('Its launch is over', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Examine' })).toHaveCount(0);
});

for (const [look, options] of LOOKS) {
  test(`no page of launches breaks a rule of accessibility: ${look}`, async ({ browser }) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await lab.signIn(context);
    const { launches } = await lab.api.call('GET', '/launches');
    const found: string[] = [];
    for (const path of ['/cloud', `/cloud/${launches[0].id}`, `/cloud/${launches.at(-1).id}`]) {
      await page.goto(lab.url + path);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      found.push(...(await faultsIn(page, path)));
      if (options.viewport?.width === 390) found.push(...(await tooSmall(page)));
    }
    await context.close();
    expect(found).toEqual([]);
  });
}

test('one button ends all, after saying which', async ({ page }) => {
  const { launches } = await lab.api.call('GET', '/launches');
  const live = launches.filter(({ state }: { state: string }) => state === 'ready');
  expect(live).toHaveLength(1);
  await opened(page, '/cloud');
  await page.getByRole('button', { name: 'End all …' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('2 hosts of 1 launch will be terminated. No run uses them.');
  await asked.getByRole('button', { name: 'End all' }).click();
  await expect(page.getByText('Nothing is running in EC2 that this instance launched.')).toBeVisible();
});
