import { beforeEach, expect, it, vi } from 'vitest';
import {
  notCounted,
  setCount,
  setPieces,
  useCount,
} from '../../../../src/renderer/features/books/shifts/cash-count.ts';
import { receivePeople, usePeople } from '../../../../src/renderer/state/people.ts';
import { toast, useToasts } from '../../../../src/renderer/state/toast.ts';
import type { PeopleState } from '../../../../src/shared/contract/people.ts';

const owner = { id: 'p-1', name: 'Bu Rina', role: 'owner' } as const;
const cashier = { id: 'p-2', name: 'Budi', role: 'cashier' } as const;
const withPresent = (present: PeopleState['present']): PeopleState => ({
  exist: true,
  present,
  may: [],
  last: present?.id ?? null,
  why: present ? null : 'locked',
  people: [
    { ...owner, waitMs: 0 },
    { ...cashier, waitMs: 0 },
  ],
  mayChange: true,
});

vi.mock('../../../../src/renderer/host/call.ts', () => ({ call: () => new Promise(() => undefined) }));

beforeEach(() => {
  usePeople.setState({ state: null, switching: false });
  receivePeople(withPresent(owner));
  setPieces(100_000, 3);
  setCount({ coins: 2500 });
  toast('quiet', 'Laporan laba.xlsx tersimpan');
});

it('leaves the count of a drawer and the messages of one person to nobody else', () => {
  receivePeople(withPresent(cashier));
  expect(useCount.getState()).toEqual(notCounted);
  expect(useToasts.getState().toasts).toEqual([]);
});

it('drops them as soon as the counter is locked', () => {
  receivePeople(withPresent(null));
  expect(useCount.getState()).toEqual(notCounted);
  expect(useToasts.getState().toasts).toEqual([]);
});

it('keeps them while the same person stays', () => {
  receivePeople(withPresent({ ...owner, name: 'Rina' }));
  expect(useCount.getState().coins).toBe(2500);
  expect(useToasts.getState().toasts).toHaveLength(1);
});
