// @ts-check
import { until } from '../instance/processes.mjs';

/**
 * What a program in the guest is reached by.
 *
 * @typedef {{ run(script: string): Promise<string>, try(script: string): Promise<{ status: number }> }} Shell
 */

let started = 0;

/** A program that runs in the guest by itself. */
export class GuestProcess {
  /** @param {Shell} guest @param {number} pid @param {string} logFile */
  constructor(guest, pid, logFile) {
    this.guest = guest;
    this.pid = pid;
    this.logFile = logFile;
  }

  /** @param {Shell} guest @param {string} command @param {Record<string, string>} environment */
  static async start(guest, command, environment) {
    const logFile = `/run/log-${++started}`;
    const assigned = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'`);
    // In a session of its own, it is in no process group that the end of a command's time would end.
    const script = [...assigned, `: > ${logFile}`, `setsid ${command} > ${logFile} 2>&1 < /dev/null &`, 'echo $!'].join(
      '\n',
    );
    return new GuestProcess(guest, Number(await guest.run(script)), logFile);
  }

  log() {
    return this.guest.run(`cat ${this.logFile}`);
  }

  async runs() {
    return (await this.guest.try(`kill -0 ${this.pid}`)).status === 0;
  }

  /** Resolves with the log once it holds the text. @param {string} text */
  async logged(text, withinMs = 30_000) {
    let log = '';
    const isThere = async () => {
      log = await this.log();
      return log.includes(text);
    };
    await until(`"${text}" in the guest's log`, isThere, withinMs).catch((error) => {
      throw new Error(`${error.message}; the log is:\n${log}`);
    });
    return log;
  }

  /** Resolves once it is gone. */
  async kill(signal = 'KILL', withinMs = 15_000) {
    await this.guest.try(`kill -${signal} ${this.pid}`);
    await until(`process ${this.pid} of the guest is gone`, async () => !(await this.runs()), withinMs);
  }
}
