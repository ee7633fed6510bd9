import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../support/local-server.ts';
import { type Pair, pairMissing, startPair } from '../../support/postgres/pair.ts';
import { body, hook, secret } from '../../support/relay.ts';
import { relayCommandInProcess, relayProcess } from '../../support/relay-process.ts';
import { folder } from '../../support/temporary-folder.ts';

if (pairMissing !== null)
  console.warn(
    `SKIPPED: failover of PostgreSQL and relays that are killed, because this machine lacks ${pairMissing}.`,
  );

/** How often each is done; more by KONTER_FAILOVER_ROUNDS, for figures. */
const rounds = Number(process.env.KONTER_FAILOVER_ROUNDS ?? 1);
const everyMs = 9;
const patient = { timeout: 60_000, interval: 100 };

/** A relay over the pair in a process of its own, on one port, with one mailbox. */
async function relayOver(pair: Pair) {
  const env = {
    RELAY_PORT: String(await freePort()),
    RELAY_DATABASE_URL: pair.url,
    RELAY_MASTER_KEY: randomBytes(32).toString('hex'),
    RELAY_SPOOL: join(await folder(), 'spool'),
  };
  const { stdout } = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
  // oxlint-disable-next-line typescript/consistent-type-assertions -- as the command's page says
  const mailbox = JSON.parse(stdout) as { mailbox: string; token: string };
  return { mailbox, start: () => relayProcess(env) };
}

type Running = Awaited<ReturnType<Awaited<ReturnType<typeof relayOver>>['start']>>;

/** Webhooks of one sender, some 110 a second, and what became of each. */
class Sender {
  readonly acknowledged: string[] = [];
  readonly others: (number | 'none')[] = [];
  longestMs = 0;
  #sent = 0;
  #isEnded = false;
  readonly #ended: Promise<void>;

  constructor(to: { relay: { url: string }; mailbox: string }, prefix: string) {
    this.#ended = this.#run(to, prefix);
  }

  get sent(): number {
    return this.#sent;
  }

  async #run(to: { relay: { url: string }; mailbox: string }, prefix: string): Promise<void> {
    const answers: Promise<void>[] = [];
    while (!this.#isEnded) {
      answers.push(this.#send(to, `${prefix}-${(this.#sent += 1)}`));
      await new Promise((next) => setTimeout(next, everyMs));
    }
    await Promise.all(answers);
  }

  async #send(to: { relay: { url: string }; mailbox: string }, id: string): Promise<void> {
    const startedAt = performance.now();
    const status = await hook(to, body(id), { ref: id }).then(
      (answer) => answer.status,
      () => 'none' as const,
    );
    this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
    if (status === 200) this.acknowledged.push(id);
    else this.others.push(status);
  }

  /** Resolves when that number of more was sent. */
  more(count: number): Promise<void> {
    const until = this.#sent + count;
    const check = (): void => {
      if (this.#sent < until) throw new Error(`only ${this.#sent} were sent`);
    };
    return vi.waitFor(check, patient);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#ended;
  }
}

/** The ids of the webhooks in the database, once nothing waits in the spool any more. */
async function storedIn(pair: Pair, running: Running): Promise<string[]> {
  await vi.waitFor(async () => expect((await fetch(`${running.url}/readyz`)).status).toBe(200), patient);
  await vi.waitFor(
    async () =>
      expect(await (await fetch(`${running.metricsUrl}/metrics`)).text()).toContain('relay_spool_webhooks 0\n'),
    patient,
  );
  return (await pair.primary.query('select ref from webhooks', 'relay')).map(({ ref }) => String(ref));
}

/** What was acknowledged and is not there, and what is there twice. */
function missing(acknowledged: readonly string[], stored: readonly string[]) {
  const there = new Set(stored);
  return { lost: acknowledged.filter((id) => !there.has(id)), twice: stored.length - there.size };
}

test.skipIf(pairMissing !== null)(
  'the primary is killed and the standby takes its place: every webhook is answered 200, none is lost, none is there twice',
  async () => {
    const pair = await startPair();
    const { mailbox, start } = await relayOver(pair);
    const running = await start();
    for (let round = 1; round <= rounds; round++) {
      const sender = new Sender({ relay: running, mailbox: mailbox.mailbox }, `F${round}`);
      await sender.more(50);
      await pair.primary.kill();
      await sender.more(100);
      await pair.standby.promote();
      [pair.primary, pair.standby] = [pair.standby, pair.primary];
      await sender.more(100);
      await pair.standby.rejoin(pair.primary);
      await sender.more(50);
      await sender.end();
      const { lost, twice } = missing(sender.acknowledged, await storedIn(pair, running));
      console.info(
        `failover ${round}: sent ${sender.sent}, 200 ${sender.acknowledged.length}, others ${sender.others.length}, lost ${lost.length}, longest ${Math.round(sender.longestMs)} ms`,
      );
      expect({ others: sender.others, lost, twice }).toEqual({ others: [], lost: [], twice: 0 });
    }
  },
  rounds * 120_000,
);

test.skipIf(pairMissing !== null)(
  'relay, primary and both at once are killed in turn: nothing that was acknowledged is lost',
  async () => {
    const pair = await startPair();
    const { mailbox, start } = await relayOver(pair);
    let running = await start();
    const target = { relay: running, mailbox: mailbox.mailbox };
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds * 3; round++) {
      const sender = new Sender(target, `K${round}`);
      await sender.more(20);
      const [killsRelay, killsPrimary] = [round % 3 !== 1, round % 3 !== 0];
      if (killsPrimary) await pair.primary.kill();
      // So that something waits in the spool.
      if (killsPrimary && killsRelay) await sender.more(20);
      if (killsRelay) running.process.kill('SIGKILL');
      await sender.more(20);
      if (killsRelay) running = await start();
      await sender.more(20);
      if (killsPrimary) await pair.primary.start();
      await sender.more(20);
      await sender.end();
      acknowledged.push(...sender.acknowledged);
      expect(sender.acknowledged.length).toBeGreaterThan(0);
      const { lost, twice } = missing(acknowledged, await storedIn(pair, running));
      const refused = killsRelay ? [] : sender.others;
      expect({ round, refused, lost, twice }).toEqual({ round, refused: [], lost: [], twice: 0 });
    }
    console.info(`killed ${rounds * 3} times: ${acknowledged.length} acknowledged, none lost`);
  },
  rounds * 120_000,
);
