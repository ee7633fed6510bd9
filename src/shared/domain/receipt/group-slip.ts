import { type MemberState, memberTotal } from '../bill-group.ts';
import { maskCustomerNo } from '../customer-no.ts';
import type { Language } from '../preferences.ts';
import { writtenTime } from '../zone.ts';
import { type SlipSettings, shopPaper } from './build.ts';
import { gap, money, pair, type ReceiptBlock, type ReceiptDoc } from './doc.ts';
import { slipWords } from './words.ts';

/** What the collector's list, its file and the screen call a member's state. */
export const groupWords = {
  id: {
    title: 'DAFTAR KOLEKTIF',
    all: 'SEMUA',
    paid: 'Sudah dibayar',
    due: 'Belum dibayar',
    uncertain: 'Belum pasti',
    columns: ['Nama', 'Kode', 'Nomor', 'Pembayar', 'Keadaan', 'Bulan ini', 'Bulan lalu', 'Nomor struk', 'Nomor seri'],
    states: {
      unasked: 'belum dicek',
      due: 'belum dibayar',
      expired: 'perlu dicek lagi',
      queued: 'antre dibayar',
      paid: 'sudah dibayar',
      uncertain: 'belum pasti',
      already_paid: 'sudah lunas',
      not_out: 'belum terbit',
      failed: 'gagal',
    },
  },
  en: {
    title: 'GROUP OF BILLS',
    all: 'ALL',
    paid: 'Paid',
    due: 'To pay',
    uncertain: 'Unconfirmed',
    columns: [
      'Name',
      'Code',
      'Number',
      'Payer',
      'State',
      'This month',
      'Last month',
      'Receipt number',
      'Serial number',
    ],
    states: {
      unasked: 'not checked yet',
      due: 'to pay',
      expired: 'check again',
      queued: 'waiting in a batch',
      paid: 'paid',
      uncertain: 'unconfirmed',
      already_paid: 'already paid',
      not_out: 'not out yet',
      failed: 'failed',
    },
  },
} as const satisfies Record<Language, { states: Record<MemberState, string> } & Record<string, unknown>>;

/** A group as the collector takes it along. Amounts are whole rupiah. */
export interface GroupSlip {
  name: string;
  /** when it is made, ISO 8601 UTC */
  printedAt: string;
  members: readonly {
    name: string;
    payer: string;
    customerNo: string;
    state: MemberState;
    sale: Parameters<typeof memberTotal>[0]['sale'];
    lastMonth: number | null;
  }[];
}

/** The list for the collector: each member with amount and state, those of one payer together, and what is paid and left. */
export function buildGroupSlip(
  { name, printedAt, members }: GroupSlip,
  settings: Omit<SlipSettings, 'copy' | 'proof'>,
): ReceiptDoc {
  const { language, timeZone } = settings;
  const say = groupWords[language];
  const payers = [...new Set(members.map(({ payer }) => payer))];
  return shopPaper(
    say.title,
    [
      { type: 'centred', text: name },
      pair(slipWords(language).date, writtenTime(printedAt, timeZone)),
      gap,
      ...payers.flatMap((payer) => payerBlocks(payer, members, language)),
      ...(payers.length > 1 ? [{ type: 'centred' as const, text: say.all, strong: true as const }] : []),
      ...sums(members, language, true),
    ],
    settings,
  );
}

function payerBlocks(payer: string, members: GroupSlip['members'], language: Language): ReceiptBlock[] {
  const own = members.filter((member) => member.payer === payer);
  const blocks = own.flatMap((member) => memberBlocks(member, language));
  if (payer !== '') blocks.unshift({ type: 'centred', text: payer, strong: true });
  if (own.length < members.length) blocks.push(...sums(own, language));
  return [...blocks, gap];
}

function memberBlocks(member: GroupSlip['members'][number], language: Language): ReceiptBlock[] {
  const { name, customerNo, state, lastMonth } = member;
  // White space at the start of a line is not printed: a dash marks what belongs to the name above it.
  const { states, columns } = groupWords[language];
  const before = lastMonth === null ? [] : [money(`- ${columns[6]}`, lastMonth)];
  // A bill that was not there comes to nothing, and is no sum.
  const total = memberTotal(member) || null;
  const about = { type: 'paragraph' as const, text: `- ${maskCustomerNo(customerNo)} ${states[state]}` };
  return [total === null ? { type: 'paragraph', text: name } : money(name, total), about, ...before];
}

function sums(members: GroupSlip['members'], language: Language, strong = false): ReceiptBlock[] {
  const { paid, due, uncertain } = groupWords[language];
  const sum = (of: readonly MemberState[], label: string): ReceiptBlock[] => {
    const all = members.filter(({ state }) => of.includes(state));
    const total = all.reduce((amount, { sale }) => amount + (sale?.total ?? 0), 0);
    return all.length === 0 ? [] : [money(`${label} (${all.length})`, total, strong)];
  };
  return [...sum(['paid'], paid), ...sum(['uncertain'], uncertain), ...sum(['due', 'expired', 'queued'], due)];
}
