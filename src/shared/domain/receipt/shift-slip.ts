import type { BookLine, KnownAmount } from '../book-line.ts';
import { formatRupiah } from '../money.ts';
import type { HandedOver, Shift, ShiftCash, ShiftReport } from '../shift.ts';
import { wallClock } from '../zone.ts';
import type { SlipSettings } from './build.ts';
import type { ReceiptBlock, ReceiptDoc } from './doc.ts';
import { hashGroups } from './head-slip.ts';
import { type ShiftWords, shiftWords } from './shift-words.ts';
import { visibleSlip } from './visible.ts';

/** A shift's report as a slip: X while it is open, Z with the place in the log where it was closed. */
export function buildShiftSlip(
  report: ShiftReport,
  { language, timeZone, shop, training }: Omit<SlipSettings, 'copy' | 'proof'>,
): ReceiptDoc {
  const words = shiftWords(language);
  const { shift, line, cash, handedOver, head } = report;
  const at = (instant: string): string => {
    const { day, time } = wallClock(Date.parse(instant), timeZone);
    return `${day} ${time.slice(0, 5)}`;
  };
  return visibleSlip({
    language,
    blocks: [
      ...(training ? [notice(words.training), gap] : []),
      ...(report.kind === 'x' ? [notice(words.notClosed), gap] : []),
      { type: 'title', text: shop.name === '' ? 'Konter' : shop.name },
      { type: 'centred', text: words.title[report.kind], strong: true },
      gap,
      pair(words.shift, `${shift.number} (${shift.day})`),
      pair(words.opened, at(shift.openedAt)),
      shift.closed === null ? pair(words.printed, at(head.at)) : pair(words.closed, at(shift.closed.at)),
      ...(report.clock === null ? [] : [{ type: 'paragraph' as const, text: words.clock[report.clock] }]),
      gap,
      ...sales(line, words),
      gap,
      ...drawer(cash, shift, report.heldApart, words),
      gap,
      ...open(handedOver, words),
      gap,
      pair(words.terminal, head.terminal),
      pair(words.seq, String(head.seq)),
      { type: 'sn', label: words.code, groups: hashGroups(head.hash), token: false },
    ],
  });
}

const gap: ReceiptBlock = { type: 'gap' };
const notice = (text: string): ReceiptBlock => ({ type: 'notice', text });
const pair = (label: string, value: string): ReceiptBlock => ({ type: 'pair', label, value });
const money = (label: string, value: number, strong = false): ReceiptBlock => ({
  type: 'amount',
  label,
  value: formatRupiah(value),
  strong,
});

function sales(line: BookLine, words: ShiftWords): ReceiptBlock[] {
  const { outcome } = words;
  return [
    { type: 'centred', text: words.sales, strong: true },
    pair(outcome.success, String(line.success)),
    pair(outcome.failed, String(line.failed)),
    ...(line.unsent !== 0 ? [pair(outcome.unsent, String(line.unsent))] : []),
    ...(line.unresolved.count > 0
      ? [money(`${outcome.unresolved} (${line.unresolved.count})`, line.unresolved.amount)]
      : []),
    ...known(words.turnover, line.turnover, words),
    ...known(words.price, line.price, words),
    ...(line.fee === 0 ? [] : [money(words.fee, line.fee)]),
    ...known(words.admin, line.admin, words),
    ...known(words.commission, line.commission, words),
    ...known(words.margin, line.margin, words),
  ];
}

/** What nobody has said is not on the slip; what only some sales have says of how many it is missing. */
function known(label: string, { amount, without }: KnownAmount, words: ShiftWords): ReceiptBlock[] {
  if (amount === null) return [];
  return [money(label, amount), ...(without > 0 ? [{ type: 'paragraph' as const, text: words.without(without) }] : [])];
}

function drawer(cash: ShiftCash | null, { closed }: Shift, heldApart: number, words: ShiftWords): ReceiptBlock[] {
  const head: ReceiptBlock = { type: 'centred', text: words.cash, strong: true };
  if (cash === null) return [head, { type: 'paragraph', text: words.blind }];
  return [
    head,
    money(words.opening, cash.opening),
    money(words.taken, cash.taken),
    money(words.returned, -cash.returned),
    money(words.paidIn, cash.paidIn),
    money(words.paidOut, -cash.paidOut),
    money(words.expected, cash.expected, true),
    ...(heldApart > 0 ? [money(words.heldApart, heldApart)] : []),
    ...(closed === null ? [] : counted(closed, words)),
  ];
}

function counted({ counted: found, difference }: NonNullable<Shift['closed']>, words: ShiftWords): ReceiptBlock[] {
  if (found === null || difference === null) return [{ type: 'paragraph', text: words.notCounted }];
  return [money(words.counted, found, true), money(words.difference, difference, true)];
}

/** Sales are named as their own slips name them, so that a slip and this list are found together. */
function open(handedOver: readonly HandedOver[], words: ShiftWords): ReceiptBlock[] {
  return [
    { type: 'centred', text: words.handedOver, strong: true },
    ...(handedOver.length === 0 ? [{ type: 'paragraph' as const, text: words.nothingOpen }] : []),
    ...handedOver.map(({ id, state, amount }) =>
      money(`${id.slice(-8).toUpperCase()} ${words.state[state] ?? state}`, amount),
    ),
  ];
}
