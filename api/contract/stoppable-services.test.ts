import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { stoppableService } from './tuning.ts';

type Rule = (
  action: { id: string; lookup: (key: string) => string | undefined },
  subject: { user: string },
) => string | undefined;

const rule = readRule();

/** The rule as polkitd carries it out: a script that registers a function. */
function readRule(): Rule {
  const rules: Rule[] = [];
  const file = new URL('../../agent/systemd/millionrps-agent.rules', import.meta.url);
  runInNewContext(readFileSync(file, 'utf8'), {
    polkit: { addRule: (added: Rule) => rules.push(added), Result: { YES: 'yes' } },
  });
  const [only, ...others] = rules;
  if (!only || others.length > 0) throw new Error(`${rules.length} rules are registered`);
  return only;
}

function ask(unit: string, verb: string, user = 'millionrps-agent', id = 'org.freedesktop.systemd1.manage-units') {
  const details: Record<string, string> = { unit, verb };
  return rule({ id, lookup: (key) => details[key] }, { user });
}

test.each(stoppableService.options)('the agent may stop and start %s', (service) => {
  expect([ask(`${service}.service`, 'stop'), ask(`${service}.service`, 'start')]).toEqual(['yes', 'yes']);
});

test.each([
  ['another unit', 'ssh.service', 'stop'],
  ['a unit of a similar name', 'irqbalance.service.service', 'stop'],
  ['a timer of the same name', 'cron.timer', 'stop'],
  ['another verb', 'irqbalance.service', 'set-property'],
  ['another user', 'irqbalance.service', 'stop', 'nobody'],
  ['another action', 'irqbalance.service', 'stop', 'millionrps-agent', 'org.freedesktop.systemd1.manage-unit-files'],
] as [string, string, string, string?, string?][])('the rule says nothing about %s', (_, unit, verb, user, action) => {
  expect(ask(unit, verb, user, action)).toBeUndefined();
});
