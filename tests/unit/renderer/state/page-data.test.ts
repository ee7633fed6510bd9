import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateDraft as updateBatchDraft, useBatchDraft } from '../../../../src/renderer/features/batch/batch-draft.ts';
import { useShifts } from '../../../../src/renderer/features/books/shifts/shifts-store.ts';
import { useCatalogue } from '../../../../src/renderer/features/catalogue/catalogue-store.ts';
import {
  reset,
  update,
  useCheckout,
  useTypedAhead,
} from '../../../../src/renderer/features/checkout/checkout-store.ts';
import { usePriceCheck } from '../../../../src/renderer/features/prices/price-check-store.ts';
import { askSupervisor, useAskSupervisor } from '../../../../src/renderer/features/prints/ask-print.ts';
import { useBatch } from '../../../../src/renderer/state/batch.ts';
import { offerOf, useOffers } from '../../../../src/renderer/state/offers.ts';
import { receivePeople, usePeople } from '../../../../src/renderer/state/people.ts';
import { mergeSales, useSales } from '../../../../src/renderer/state/sales.ts';
import { useStatus } from '../../../../src/renderer/state/status.ts';
import type { PeopleState } from '../../../../src/shared/contract/people.ts';
import { fakeItems } from '../../../support/fake-features.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

const owner = { id: 'p1', name: 'Bu Rina', role: 'owner' } as const;
const cashier = { id: 'p2', name: 'Budi', role: 'cashier' } as const;
const state = (present: PeopleState['present']): PeopleState => ({
  exist: true,
  present,
  may: present?.role === 'owner' ? ['sell', 'seeCosts'] : ['sell'],
  last: present?.id ?? null,
  why: present ? null : 'locked',
  people: [],
  mayChange: true,
});

/** A cost that nothing else is like. */
const cost = 10_690_311;

const stores = { useSales, useOffers, useCatalogue, useShifts, useBatch, useBatchDraft, useCheckout, useStatus };
const memory = (): string =>
  Object.values(stores)
    .map((store) =>
      JSON.stringify(store.getState(), (_, value: unknown) => (value instanceof Map ? [...value] : value)),
    )
    .join('\n');

describe('what the page has of a person when another one comes', () => {
  const sale = fakeSale({ id: 's1', kind: 'prepaid', state: 'success', price: cost });

  beforeEach(() => {
    vi.stubGlobal('window', { konter: {} });
    usePeople.setState({ state: state(owner) });
    const items = fakeItems().map((item) => Object.assign(item, { cost, providerPrice: cost, costRisen: true }));
    mergeSales([sale]);
    useOffers.setState({ offers: items.map(offerOf) });
    useCatalogue.setState({ items: new Map(items.map((item) => [item.productCode, item])) });
    useShifts.setState({ error: { code: 'internal', message: String(cost), transaction: sale } });
    useBatch.setState({
      batch: {
        id: 'b1',
        createdAt: sale.createdAt,
        state: 'paused',
        pause: { position: 1, error: { code: 'duplicate', message: 'x', other: sale } },
        total: 1,
        payments: [],
        tendered: null,
        change: 0,
        lines: [{ position: 1, sale, leftOut: false, isWaiting: false }],
        toReturn: [],
      },
    });
    updateBatchDraft({ approval: { reason: 'langganan', pin: '615284' } });
    reset('order');
    update('order', { overrides: { allowBelowCost: true }, error: { code: 'duplicate', message: 'x', other: sale } });
    useTypedAhead.setState({ text: '615284' });
    askSupervisor(async () => null);
    usePriceCheck.setState({ open: true });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    usePeople.setState({ state: null });
    useSales.setState({ byId: {}, counterOf: {}, arrived: 0 });
    useBatch.setState({ batch: null });
    useOffers.setState({ offers: null });
    useBatchDraft.setState(useBatchDraft.getInitialState());
    reset('order');
  });

  it.each([
    ['another person', cashier],
    ['nobody, as the counter is locked', null],
  ])('holds no cost, no PIN and nothing that was allowed: %s', (_, next) => {
    expect(memory()).toContain(String(cost));
    receivePeople(state(next));
    expect(memory()).not.toContain(String(cost));
    expect(memory()).not.toContain('615284');
    expect(useTypedAhead.getState().text).toBe('');
    expect(useCheckout.getState().order.overrides).toEqual({});
    expect(useAskSupervisor.getState().asking).toBeNull();
    expect(usePriceCheck.getState().open).toBe(false);
  });

  it('stays while the same person is there, and keeps what the customer is sold', () => {
    update('order', { text: '0812' });
    receivePeople(state(owner));
    expect(memory()).toContain(String(cost));
    receivePeople(state(cashier));
    expect(useCheckout.getState().order.text).toBe('0812');
  });

  it('takes no cost from an answer that comes after the change, and has it again for the owner', () => {
    receivePeople(state(cashier));
    mergeSales([fakeSale({ id: 's2', kind: 'prepaid', state: 'success', price: cost })]);
    expect(useSales.getState().byId['s2']?.price).toBeNull();
    receivePeople(state(owner));
    mergeSales([sale]);
    expect(useSales.getState().byId['s1']?.price).toBe(cost);
  });
});
