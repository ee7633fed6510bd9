import type { AlertOutcome, AlertsView } from '../../src/shared/contract/alerts.ts';
import { ok } from '../../src/shared/contract/errors.ts';
import type { OfficeCounter, OfficeOfCounter, OfficeState, Published } from '../../src/shared/contract/office.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';
import type { Shift } from '../../src/shared/domain/shift.ts';
import { type FakeApp, statusOf } from './fake-app.ts';
import { fakeLine } from './fake-features.ts';

const none = { count: 0, amount: 0 };

/** A counter that the office follows, with nothing open. */
export const fakeCounter = (id: string, name: string, more: Partial<OfficeCounter> = {}): OfficeCounter => ({
  id,
  name,
  state: 'following',
  silentSince: null,
  terminal: id.toUpperCase(),
  lastEventAt: new Date(Date.now() - 12_000).toISOString(),
  unresolved: none,
  moneyToReturn: none,
  moneyToCollect: none,
  onTab: none,
  openShift: null,
  ...more,
});

/** Counters in about every state that an owner may meet of an evening. */
export const fakeCounters = (): OfficeCounter[] => [
  fakeCounter('a1', 'Kasir depan', {
    unresolved: { count: 2, amount: 64_000 },
    onTab: { count: 3, amount: 150_000 },
    openShift: 12,
  }),
  fakeCounter('b2', 'Kasir belakang', {
    lastEventAt: new Date(Date.now() - 190_000).toISOString(),
    moneyToReturn: { count: 1, amount: 12_000 },
    openShift: 4,
  }),
  fakeCounter('c3', 'Cabang Pasar Minggu', {
    state: 'behind',
    lastEventAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    moneyToCollect: { count: 1, amount: 52_000 },
  }),
  fakeCounter('d4', 'Cabang Depok', { state: 'damaged', lastEventAt: new Date(Date.now() - 90_000_000).toISOString() }),
  fakeCounter('e5', 'Kios stasiun', { state: 'empty', terminal: null, lastEventAt: null }),
];

export interface FakeOffice {
  /** what becomes of every further message of its bot */
  sends(outcome: AlertOutcome): void;
  /** what every page of the office shows from now on */
  stands(office: Partial<OfficeState>): void;
}

type Served = Pick<
  Handlers,
  | 'alerts.get'
  | 'alerts.save'
  | 'alerts.try'
  | 'alerts.chats'
  | 'status'
  | 'office.counters'
  | 'office.published'
  | 'office.publish'
  | 'transactions.search'
  | 'transactions.outline'
  | 'books.range'
  | 'shifts.list'
  | 'shifts.report'
  | 'tabs.list'
  | 'journal.verify'
>;

/** Makes an office of a canned counter: its sales, books, shifts and tabs are spread over the counters. */
export function makeOffice({ handlers, sales, emit }: FakeApp, counters = fakeCounters()): FakeOffice {
  let state: OfficeState = { relay: 'reachable', at: new Date().toISOString(), counters };
  let published: Published = { fingerprint: 'K7F2-Q3MA-9XTE-4WHB', version: 0, at: null, isChanged: true };
  let alerts: AlertsView = { bot: null, last: null };
  let outcome: AlertOutcome = 'sent';
  const sellers = counters.filter(({ terminal }) => terminal !== null);
  const idOf = (at: number): string => sellers[at % Math.max(1, sellers.length)]?.id ?? '';
  const counterOf = (id: string): string => idOf(sales.findIndex((sale) => sale.id === id));
  const status = () => ({ ...statusOf(sales), role: 'office' as const, mode: 'live' as const });
  const before = { ...handlers };
  const shift = (number: number, isOpen: boolean): Shift => ({
    number,
    day: '2026-03-02',
    openedAt: '2026-03-02T01:00:00.000Z',
    openedBy: 'Sari',
    opening: 200_000,
    openingCount: null,
    carried: null,
    closed: isOpen
      ? null
      : { at: '2026-03-02T09:00:00.000Z', by: 'Sari', counted: 812_000, count: null, expected: 812_000, difference: 0 },
  });
  const shifts = sellers.flatMap(({ id, openShift }) =>
    [openShift ?? 3, (openShift ?? 3) - 1].map((number) => ({
      counter: id,
      shift: shift(number, number === openShift),
    })),
  );
  const served: Served = {
    status: async () => ok(status()),
    'alerts.get': async () => ok(alerts),
    'alerts.save': async ({ bot }) => {
      alerts = { bot: bot && { chat: bot.chat, url: bot.url }, last: null };
      return ok(alerts);
    },
    'alerts.try': async () => {
      alerts = { ...alerts, last: { outcome, at: '2026-03-02T03:04:05.000Z' } };
      return ok({ outcome });
    },
    'alerts.chats': async () =>
      ok({
        outcome: 'found',
        chats: [
          { chat: '42', name: 'Bu Rina' },
          { chat: '-100', name: 'Rina Cell' },
        ],
      }),
    'office.counters': async () => ok(state),
    'office.published': async () => ok(published),
    'office.publish': async () => {
      published = { ...published, version: published.version + 1, at: new Date().toISOString(), isChanged: false };
      return ok(published);
    },
    'transactions.search': async ({ counter, ...input } = {}) => {
      const page = await before['transactions.search'](input);
      if (!page.ok) return page;
      const items = page.value.items.filter(({ id }) => counter === undefined || counterOf(id) === counter);
      return ok({ ...page.value, items, counters: items.map(({ id }) => counterOf(id)) });
    },
    'transactions.outline': async () => ok({ count: sales.length, places: [] }),
    'books.range': async ({ counter, by, ...input }) => {
      const page = await before['books.range']({ ...input, by });
      if (!page.ok) return page;
      const of = sellers.filter(({ id }) => counter === undefined || id === counter);
      const total = fakeLine(of.length * 40);
      if (by === 'counter')
        return ok({ ...page.value, total, lines: of.map(({ id, name }) => ({ key: id, name, line: fakeLine(40) })) });
      if (by !== 'shift') return ok({ ...page.value, total });
      const lines = shifts
        .filter((each) => of.some(({ id }) => id === each.counter))
        .map((each) => ({
          key: `${each.counter}/${each.shift.number}`,
          name: `${counters.find(({ id }) => id === each.counter)?.name} ${each.shift.number}`,
          line: fakeLine(20),
        }));
      return ok({ ...page.value, total, lines });
    },
    'shifts.list': async (input) => {
      const listed = shifts.filter((each) => input?.counter === undefined || each.counter === input.counter);
      return ok({ shifts: listed.map((each) => each.shift), counters: listed.map(({ counter }) => counter) });
    },
    'shifts.report': async (input) => {
      const wanted = shifts.find((each) => each.counter === input?.counter && each.shift.number === input.number);
      const isOpen = wanted?.shift.closed === null;
      await before['shifts.open']({ counted: 200_000 });
      const report = await before['shifts.report']({ withCash: true });
      return report.ok && wanted ? ok({ ...report.value, kind: isOpen ? 'x' : 'z', shift: wanted.shift }) : report;
    },
    'journal.verify': async () => {
      const report = await before['journal.verify'](undefined);
      if (!report.ok) return report;
      const { events, sales: count, head } = report.value;
      return ok({
        ...report.value,
        counters: sellers.map(({ id, name }) => ({
          counter: id,
          name,
          terminal: id.toUpperCase(),
          events,
          sales: count,
          head,
          flaw: null,
        })),
      });
    },
    'tabs.list': async () => {
      const list = await before['tabs.list'](undefined);
      return list.ok
        ? ok({ ...list.value, tabs: list.value.tabs.map((tab, at) => ({ ...tab, counter: idOf(at) })) })
        : list;
    },
  };
  Object.assign(handlers, served);
  return {
    sends(next) {
      outcome = next;
    },
    stands(changes) {
      state = { ...state, ...changes };
      emit({ type: 'office', office: state });
      emit({ type: 'status', status: status() });
    },
  };
}

/** What a counter of a shop with an office says of it. */
export const fakeOfficeOfCounter = (more: Partial<OfficeOfCounter> = {}): OfficeOfCounter => ({
  accepted: null,
  offered: 'K7F2-Q3MA-9XTE-4WHB',
  version: 0,
  at: null,
  refused: [],
  ...more,
});
