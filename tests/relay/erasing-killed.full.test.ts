import { expect, test } from 'vitest';
import type { RunningRelay } from '../../src/relay/open-relay.ts';
import { body, hook, poll, secret, sendRequest, sign } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { relayCommandInProcess, relayProcess } from '../support/relay-process.ts';

const at = (url: string): RunningRelay => ({
  url,
  metricsUrl: null,
  createMailbox: () => Promise.reject(new Error('made by command')),
  close: () => Promise.resolve(),
});
const ids = (letter: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${letter}${n + 1}`);

test.each([1, 5, 12])(
  'killed after %i answers to erasures under load, each webhook is whole or emptied, and none that was not acknowledged is',
  async (killAfter) => {
    const { sql, faults, env } = await newDatabase();
    const creation = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
    const { mailbox, token } = JSON.parse(creation.stdout) as { mailbox: string; token: string };
    const first = await relayProcess(env);
    const under = { relay: at(first.url), mailbox, token };
    const post = (relay: { url: string }, path: string, json: object) =>
      sendRequest(relay.url, `/v1/mailboxes/${mailbox}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
    const erase = (relay: { url: string }, name: string) => post(relay, 'erase', { refs: [name], signatures: [] });
    const [acked, waiting] = [ids('A', 30), ids('U', 10)];
    const send = (id: string) => hook(under, body(id), { ref: id });
    for (const id of acked) expect((await send(id)).status).toBe(200);
    const cursor = (await poll(under, { limit: 100 })).events.at(-1)?.cursor;
    expect((await post(first, 'ack', { cursor })).status).toBe(200);
    for (const id of waiting) expect((await send(id)).status).toBe(200);

    const stored = [...waiting];
    const erased: string[] = [];
    const load = ids('L', 200).map(async (id) => {
      const answer = await send(id).catch(() => null);
      if (answer?.status === 200) stored.push(id);
    });
    const erasing = [...acked, ...waiting].map(async (id) => {
      const answer = await erase(first, id).catch(() => null);
      if (answer === null) return;
      if (answer.json['erased'] === 1) erased.push(id);
      if (erased.length === killAfter) first.process.kill('SIGKILL');
    });
    await Promise.all([...load, ...erasing]);
    expect(erased.length).toBeGreaterThanOrEqual(killAfter);

    const second = await relayProcess(env);
    const rows = await sql('SELECT ref, signature, length(body) AS size FROM webhooks ORDER BY id');
    const left = rows.filter(({ size }) => size !== 0);
    for (const { ref, signature } of left) expect(signature).toBe(sign(body(String(ref))));
    for (const row of rows.filter(({ size }) => size === 0)) expect(row).toMatchObject({ ref: null, signature: '' });
    const refs = left.map(({ ref }) => ref);
    expect(refs).toEqual(expect.arrayContaining(stored));
    for (const id of erased) expect(refs).not.toContain(id);

    // What is asked again is finished, and what was emptied comes to nobody again.
    for (const id of acked) expect((await erase(second, id)).json).toMatchObject({ kept: 0 });
    for (const id of acked)
      expect((await hook({ relay: at(second.url), mailbox }, body(id), { ref: id })).status).toBe(200);
    const delivered: string[] = [];
    let after = cursor ?? null;
    for (let more = true; more; ) {
      const page = await poll({ relay: at(second.url), mailbox, token }, { after, limit: 100 });
      expect(page.status).toBe(200);
      delivered.push(...page.events.map(({ ref }) => String(ref)));
      after = String(page.json['next']);
      more = page.json['more'] === true;
    }
    expect(delivered).toEqual(expect.arrayContaining(stored));
    expect(delivered.filter((id) => acked.includes(id))).toEqual([]);
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(await faults()).toEqual([]);
  },
);
