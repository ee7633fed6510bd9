import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPageEventFeed } from '../../../../src/main/api/page-events.ts';
import { EventHistory } from '../../../../src/main/hosts/browser/host.ts';
import { eventWithoutCosts, KonterEvent } from '../../../../src/shared/contract/events.ts';
import { type ReachedHost, reachHost } from '../../../support/browser-host.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

describe('the history of events', () => {
  const sale = (id: string, revision = 1): KonterEvent => ({
    type: 'transaction',
    transaction: fakeSale({ id, revision }),
  });

  test('what was published after an event is sent again, in order', () => {
    const history = new EventHistory();
    history.record(sale('a'));
    const place = history.place();
    history.record(sale('b'));
    history.record(sale('c'));
    expect(history.after(place)?.map((record) => record.event)).toEqual([sale('b'), sale('c')]);
    expect(history.after(history.place())).toEqual([]);
  });

  test('of one sale only the newest is kept, at its new place', () => {
    const history = new EventHistory();
    const start = history.place();
    history.record(sale('a', 1));
    history.record(sale('b', 1));
    history.record(sale('a', 2));
    expect(history.after(start)?.map((record) => record.event)).toEqual([sale('b', 1), sale('a', 2)]);
  });

  test('more than is kept cannot be made up for', () => {
    const history = new EventHistory(2);
    const start = history.place();
    history.record(sale('a'));
    const afterFirst = history.place();
    history.record(sale('b'));
    expect(history.after(start)).toHaveLength(2);
    history.record(sale('c'));
    expect(history.after(start)).toBeNull();
    expect(history.after(afterFirst)).toHaveLength(2);
  });

  test('a place of another run, or none at all, is not ours', () => {
    const history = new EventHistory();
    for (const place of [new EventHistory().place(), '', 'x', `${history.place().split('.')[0]}.9`, '.0', 'a.b']) {
      expect(history.after(place), place).toBeNull();
    }
  });
});

describe('an event stream', () => {
  interface Subscription {
    events: KonterEvent[];
    ids: string[];
    ended: () => boolean;
    end: () => void;
  }

  async function subscribe(
    host: ReachedHost,
    headers: Record<string, string>,
    path = '/events',
  ): Promise<Subscription> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port: host.port, path, headers, agent: false }, resolve).once('error', reject);
    });
    answer.on('error', () => {});
    onTestFinished(() => void answer.destroy());
    const page: Subscription = {
      events: [],
      ids: [],
      ended: () => answer.readableEnded,
      end: () => void answer.destroy(),
    };
    createInterface({ input: answer }).on('line', (line) => {
      if (line.startsWith('data: ')) page.events.push(KonterEvent.parse(JSON.parse(line.slice(6))));
      if (line.startsWith('id: ')) page.ids.push(line.slice(4));
    });
    return page;
  }

  const salesIn = (page: Subscription): string[] =>
    page.events.flatMap((event) => (event.type === 'transaction' ? event.transaction.id : []));

  const typesIn = (page: Subscription) => new Set(page.events.map(({ type }) => type));

  test('a page receives the status as soon as it subscribes, then every change', async () => {
    const host = await reachHost();
    const page = await subscribe(host, await host.signIn());
    await vi.waitFor(() => expect(page.events.map(({ type }) => type)).toEqual(['status']));
    host.app.publish(fakeSale({ id: 'one' }));
    await vi.waitFor(() => expect(salesIn(page)).toEqual(['one']));
  });

  test('a page that comes back receives what it missed, once, and then the status', async () => {
    const host = await reachHost();
    const headers = await host.signIn();
    const before = await subscribe(host, headers);
    host.app.publish(fakeSale({ id: 'page' }));
    await vi.waitFor(() => expect(salesIn(before)).toEqual(['page']));
    const place = before.ids.at(-1) ?? '';
    before.end();
    host.app.publish(fakeSale({ id: 'missed', revision: 1 }));
    host.app.publish(fakeSale({ id: 'missed', revision: 2 }));
    const after = await subscribe(host, { ...headers, 'last-event-id': place });
    await vi.waitFor(() => expect(after.events.at(-1)?.type).toBe('status'));
    expect(salesIn(after)).toEqual(['missed']);
  });

  test('nothing between the first answer of the host and the stream is lost', async () => {
    const host = await reachHost();
    const headers = await host.signIn();
    const session = await host.request({ method: 'POST', path: '/session', headers, body: '{}' });
    const { since } = JSON.parse(session.text) as { since: string };
    host.app.publish(fakeSale({ id: 'between' }));
    const page = await subscribe(host, headers, `/events?since=${since}`);
    await vi.waitFor(() => expect(salesIn(page)).toEqual(['between']));
  });

  test('what was sent to an owner is not sent again to another person who asks for it later', async () => {
    const host = await reachHost();
    const headers = await host.signIn();
    let who: 'owner' | 'cashier' | null = 'owner';
    host.app.pageFeed = (sendToPage) =>
      createPageEventFeed((event) => {
        if (event.type === 'status' || who === 'owner') return event;
        return who === null ? null : eventWithoutCosts(event);
      }, sendToPage);
    const start = await subscribe(host, headers);
    host.app.publish(fakeSale({ id: 'sold', kind: 'prepaid', price: 10_321 }));
    await vi.waitFor(() => expect(salesIn(start)).toEqual(['sold']));
    const place = start.ids[0] ?? '';
    const pricesIn = (page: Subscription) =>
      page.events.flatMap((event) => (event.type === 'transaction' ? [event.transaction.price] : []));

    who = null;
    const locked = await subscribe(host, headers, `/events?since=${place}`);
    await vi.waitFor(() => expect(typesIn(locked)).toEqual(new Set(['status'])));
    // It comes back before anybody signs in: what it was not sent is not lost.
    const again = await subscribe(host, { ...headers, 'last-event-id': locked.ids.at(-1) ?? place });
    await vi.waitFor(() => expect(typesIn(again)).toEqual(new Set(['status'])));
    who = 'cashier';
    host.app.publish(fakeSale({ id: 'next', kind: 'prepaid', price: 10_322 }));
    await vi.waitFor(() => expect(salesIn(again)).toEqual(['sold', 'next']));
    expect(pricesIn(again)).toEqual([null, null]);
    expect(pricesIn(locked)).toEqual([null, null]);
  });

  test('a page whose place is not known reloads', async () => {
    const host = await reachHost();
    const page = await subscribe(host, { ...(await host.signIn()), 'last-event-id': 'other-run.7' });
    await vi.waitFor(() => expect(page.events[0]?.type).toBe('reload'));
  });

  test('closing the host ends the streams', async () => {
    const host = await reachHost();
    const page = await subscribe(host, await host.signIn());
    await vi.waitFor(() => expect(page.events).toHaveLength(1));
    await host.close();
    await vi.waitFor(() => expect(page.ended()).toBe(true));
  });
});
