import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPageEventFeed } from '../../../../src/main/api/page-events.ts';
import { eventWithoutCosts, KonterEvent } from '../../../../src/shared/contract/events.ts';
import { type ReachedHost, reachHost } from '../../../support/browser-host.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

describe('an event stream', () => {
  interface Heard {
    events: KonterEvent[];
    ids: string[];
    ended: () => boolean;
    end: () => void;
  }

  async function hear(host: ReachedHost, headers: Record<string, string>, path = '/events'): Promise<Heard> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port: host.port, path, headers, agent: false }, resolve).once('error', reject);
    });
    answer.on('error', () => {});
    onTestFinished(() => void answer.destroy());
    const heard: Heard = { events: [], ids: [], ended: () => answer.readableEnded, end: () => void answer.destroy() };
    createInterface({ input: answer }).on('line', (line) => {
      if (line.startsWith('data: ')) heard.events.push(KonterEvent.parse(JSON.parse(line.slice(6))));
      if (line.startsWith('id: ')) heard.ids.push(line.slice(4));
    });
    return heard;
  }

  const salesIn = (heard: Heard): string[] =>
    heard.events.flatMap((event) => (event.type === 'transaction' ? event.transaction.id : []));

  const typesIn = (heard: Heard) => heard.events.map(({ type }) => type);

  const pricesIn = (heard: Heard) =>
    heard.events.flatMap((event) => (event.type === 'transaction' ? [event.transaction.price] : []));

  test('a page hears every change from when it listens, with its place', async () => {
    const host = await reachHost();
    const heard = await hear(host, await host.signIn());
    host.app.tell(fakeSale({ id: 'one' }));
    host.app.tell(fakeSale({ id: 'two' }));
    await vi.waitFor(() => expect(typesIn(heard)).toEqual(['transaction', 'status', 'transaction', 'status']));
    expect(salesIn(heard)).toEqual(['one', 'two']);
    expect(new Set(heard.ids).size).toBe(4);
  });

  test('a page that comes back goes on where it missed nothing, and loads anew where it did', async () => {
    const host = await reachHost();
    const headers = await host.signIn();
    const before = await hear(host, headers);
    host.app.tell(fakeSale({ id: 'heard' }));
    await vi.waitFor(() => expect(typesIn(before)).toEqual(['transaction', 'status']));
    const place = before.ids.at(-1) ?? '';
    before.end();
    const after = await hear(host, headers, `/events?since=${place}`);
    host.app.tell(fakeSale({ id: 'next' }));
    await vi.waitFor(() => expect(typesIn(after)).toEqual(['transaction', 'status']));
    const late = await hear(host, headers, `/events?since=${place}`);
    await vi.waitFor(() => expect(late.events).toEqual([{ type: 'reload' }]));
  });

  test('a page that missed an event between the first answer of the host and the stream loads anew', async () => {
    const host = await reachHost();
    const headers = await host.signIn();
    const session = await host.ask({ method: 'POST', path: '/session', headers, body: '{}' });
    const { since } = JSON.parse(session.text) as { since: string };
    const first = await hear(host, headers, `/events?since=${since}`);
    host.app.tell(fakeSale({ id: 'between' }));
    await vi.waitFor(() => expect(salesIn(first)).toEqual(['between']));
    const second = await hear(host, headers, `/events?since=${since}`);
    await vi.waitFor(() => expect(second.events).toEqual([{ type: 'reload' }]));
  });

  test('a sale while nobody is signed in is told later, without its cost, and moves no place before', async () => {
    const host = await reachHost();
    const headers = await host.signIn();
    let who: 'cashier' | null = null;
    host.app.pageFeed = (sendToPage) =>
      createPageEventFeed((event) => (who === null ? null : eventWithoutCosts(event)), sendToPage);
    const session = await host.ask({ method: 'POST', path: '/session', headers, body: '{}' });
    const { since } = JSON.parse(session.text) as { since: string };
    const locked = await hear(host, headers, `/events?since=${since}`);
    host.app.tell(fakeSale({ id: 'sold', kind: 'prepaid', price: 10_321 }));
    // It comes back before anybody signs in: what it was not told is not lost.
    const again = await hear(host, headers, `/events?since=${locked.ids.at(-1) ?? since}`);
    await vi.waitFor(() => expect(again.events).toEqual([{ type: 'reload' }]));
    expect(locked.events).toEqual([]);
    who = 'cashier';
    host.app.tell(fakeSale({ id: 'next', kind: 'prepaid', price: 10_322 }));
    await vi.waitFor(() => expect(salesIn(locked)).toEqual(['sold', 'next']));
    expect(pricesIn(locked)).toEqual([null, null]);
    await vi.waitFor(() => expect(salesIn(again)).toEqual(['next']));
  });

  test('a page of another run of the counter loads anew', async () => {
    const host = await reachHost();
    const heard = await hear(host, await host.signIn(), '/events?since=other-run.0');
    await vi.waitFor(() => expect(heard.events).toEqual([{ type: 'reload' }]));
  });

  test('closing the host ends the streams', async () => {
    const host = await reachHost();
    const heard = await hear(host, await host.signIn());
    await host.close();
    await vi.waitFor(() => expect(heard.ended()).toBe(true));
  });
});
