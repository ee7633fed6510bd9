import { create } from 'zustand';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { CounterId } from '../../../../shared/contract/office.ts';
import type { Shift } from '../../../../shared/domain/shift.ts';
import { call } from '../../../host/call.ts';
import { t } from '../../../i18n/translation.ts';
import { dropOnPersonChange } from '../../../state/page-data.ts';
import { printOnce } from '../../../state/prints.ts';
import { navigate } from '../../../state/router.ts';
import { ofCounter, showBooks } from '../books-store.ts';

interface Shifts {
  /** the open one; undefined: not asked yet */
  current: Shift | null | undefined;
  /** nothing is sold while none is open */
  required: boolean;
  /** closed ones, newest first */
  closed: readonly Shift[];
  /** whether there may be older ones than those */
  more: boolean;
  error: KonterError | null;
  /** the closed shift whose report is in sight; null: the drawer as it is now */
  selected: number | null;
  /** the open shift's drawer is being counted for the last time */
  closing: boolean;
}

export const useShifts = create<Shifts>(() => ({
  current: undefined,
  required: false,
  closed: [],
  more: false,
  error: null,
  selected: null,
  closing: false,
}));

const atOnce = 50;
let lastRequest = 0;

dropOnPersonChange(() => {
  lastRequest += 1;
  useShifts.setState(useShifts.getInitialState());
});

/** Reads the open shift and the newest closed ones; of two readings the later one counts. */
export async function refreshShifts(): Promise<void> {
  lastRequest += 1;
  const mine = lastRequest;
  const [now, list] = await Promise.all([call('shifts.current'), call('shifts.list', { limit: atOnce })]);
  if (mine !== lastRequest) return;
  if (!now.ok || !list.ok) {
    useShifts.setState({ error: now.ok ? (list.ok ? null : list.error) : now.error });
    return;
  }
  useShifts.setState((before) => ({
    current: now.value.shift,
    required: now.value.required,
    closed: withOlder(closedOf(list.value.shifts), before.closed),
    more: before.closed.length > atOnce ? before.more : list.value.shifts.length === atOnce,
    error: null,
    // The count is of that shift's drawer: a shift opened since in another window needs its own.
    closing:
      before.closing &&
      now.value.shift !== null &&
      (before.current === undefined || now.value.shift.number === before.current?.number),
  }));
}

/** Reads closed shifts older than those that are known. */
export async function readOlderShifts(): Promise<void> {
  const oldest = useShifts.getState().closed.at(-1);
  if (!oldest) return;
  const list = await call('shifts.list', { limit: atOnce, before: oldest.number });
  if (!list.ok) return useShifts.setState({ error: list.error });
  useShifts.setState(({ closed }) => ({
    closed: withOlder(closed, closedOf(list.value.shifts)),
    more: list.value.shifts.length === atOnce,
  }));
}

/** From any screen to the drawer: its shift is closed, or opened where none is. */
export function closeShift(): void {
  useShifts.setState({ selected: null, closing: true });
  showBooks({ tab: 'shifts' });
  navigate('books');
}

export const showShift = (selected: number | null): void => useShifts.setState({ selected, closing: false });

const closedOf = (shifts: readonly Shift[]): Shift[] => shifts.filter(({ closed }) => closed !== null);

/** A newer list, followed by the shifts that only the older one has. A closed shift does not change. */
function withOlder(newer: readonly Shift[], older: readonly Shift[]): Shift[] {
  const last = newer.at(-1)?.number ?? Number.POSITIVE_INFINITY;
  return [...newer, ...older.filter(({ number }) => number < last)];
}

/** Prints a shift's report: an X of the open one, a Z of a closed one. */
export const printShift = (number: number, counter?: CounterId): Promise<void> =>
  printOnce(`${counter ?? ''} ${number}`, () => call('shifts.print', { number, ...ofCounter(counter) }), {
    printed: (via) => t(`shifts.printed.${via}`),
    notPrinted: t('shifts.notPrinted'),
  });
