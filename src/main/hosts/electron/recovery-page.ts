import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import { type Transaction, unresolvedStates } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { escapeHtml } from '../../printing/index.ts';
import type { App } from '../../runtime/create-app.ts';

export interface RecoveryFacts {
  language: Language;
  timeZone: string;
  training: boolean;
  /** newest first; null when the database cannot be read */
  unresolved: readonly Transaction[] | null;
  /** how many more there are */
  more: number;
  cashToReturn: { count: number; amount: number };
  logPath: string;
}

/** The addresses of the two buttons. The window catches them and does not navigate. */
export const recoveryAddress = {
  page: 'app://recovery/',
  again: 'app://recovery/again',
  restart: 'app://recovery/restart',
} as const;

const style = `
:root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 60rem; padding: 2rem }
h1 { font-size: 1.6rem; margin: 0 0 .5rem }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #8888; padding: .4rem .6rem .4rem 0; text-align: left }
th:nth-child(4), td:nth-child(4) { text-align: right }
td:nth-child(3), td:nth-child(4) { font-variant-numeric: tabular-nums; white-space: nowrap }
.training { background: #fc0; color: #000; font-weight: 700; padding: .4rem .8rem }
a { border: 2px solid; border-radius: .5rem; display: inline-block; font-weight: 600; margin: 2rem 1rem 0 0;
  padding: .7rem 1.2rem; text-decoration: none }
code { overflow-wrap: anywhere }
`;

/**
 * The screen after repeated crashes of the page: the unresolved sales, rendered by main in a page without scripts that shares
 * nothing with the crashed one.
 */
export function recoveryPage(facts: RecoveryFacts): string {
  const words = recoveryWords[facts.language];
  const { count, amount } = facts.cashToReturn;
  return `<!doctype html><html lang="${facts.language}"><head><meta charset="utf-8"><title>Konter</title><style>${style}</style></head><body>
${facts.training ? '<p class="training">LATIHAN · TRAINING</p>' : ''}
<h1>${words.title}</h1><p>${words.lead}</p>
${unresolved(facts)}
${count === 0 ? '' : `<h2>${words.toReturn(count, formatRupiah(amount))}</h2>`}
<p><a href="${recoveryAddress.again}">${words.again}</a><a href="${recoveryAddress.restart}">${words.restart}</a></p>
<p>${words.help}<br><code>${escapeHtml(facts.logPath)}</code></p>
</body></html>`;
}

function unresolved({ language, timeZone, unresolved: sales, more }: RecoveryFacts): string {
  const words = recoveryWords[language];
  if (sales === null) return `<h2>${words.unread}</h2>`;
  if (sales.length === 0) return `<p>${words.none}</p>`;
  const head = words.columns.map((column) => `<th scope="col">${column}</th>`).join('');
  const rows = sales.map((sale) => {
    const { day, time } = wallClock(Date.parse(sale.createdAt), timeZone);
    const cells = [
      `${day} ${time}`,
      sale.productName ?? sale.productCode,
      sale.customerNo,
      total(sale),
      state(sale, language),
    ];
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
  });
  const rest = more > 0 ? `<p>${words.more(more)}</p>` : '';
  return `<h2>${words.openTitle}</h2><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>${rest}`;
}

const total = (sale: Transaction): string => (sale.total === null ? '' : formatRupiah(sale.total));

function state(sale: Transaction, language: Language): string {
  const states: Readonly<Partial<Record<Transaction['state'], string>>> = recoveryWords[language].states;
  return states[sale.state] ?? sale.state;
}

/** The recovery screen has its own messages: the page with the others does not run. */
const recoveryWords = {
  id: {
    title: 'Tampilan Konter terus berhenti',
    lead: 'Penjualan tersimpan, dan hasilnya tetap diterima. Tidak ada yang dikirim dua kali.',
    openTitle: 'Belum selesai: jangan dijual ulang, jangan kembalikan uangnya dulu',
    none: 'Tidak ada penjualan yang belum selesai.',
    more: (count: number) => `… dan ${count} lagi`,
    unread: 'Buku penjualan tidak bisa dibaca sekarang. Lihat struk setelah Konter dibuka lagi.',
    columns: ['Waktu', 'Produk', 'Nomor', 'Total', 'Keadaan'],
    states: { sending: 'Sedang dikirim', pending: 'Menunggu', unknown: 'Belum pasti', disputed: 'Bertentangan' },
    toReturn: (count: number, amount: string) => `Uang yang harus dikembalikan: ${count} penjualan, ${amount}`,
    again: 'Buka tampilan lagi',
    restart: 'Mulai ulang Konter',
    help: 'Jika terjadi lagi: mulai ulang komputer, lalu kirim file ini kepada yang membantu:',
  },
  en: {
    title: 'Konter’s screen keeps stopping',
    lead: 'Sales are saved, and their results still arrive. Nothing is sent twice.',
    openTitle: 'Unsettled: do not sell these again, and do not refund yet',
    none: 'No sale is unsettled.',
    more: (count: number) => `… and ${count} more`,
    unread: 'The sales ledger cannot be read now. Check the receipts once Konter is open again.',
    columns: ['Time', 'Product', 'Number', 'Total', 'State'],
    states: { sending: 'Being sent', pending: 'Waiting', unknown: 'Unconfirmed', disputed: 'Disputed' },
    toReturn: (count: number, amount: string) => `Refund due: ${count} ${count === 1 ? 'sale' : 'sales'}, ${amount}`,
    again: 'Open the screen again',
    restart: 'Restart Konter',
    help: 'If it happens again: restart the computer, then send this file to your helper:',
  },
} as const satisfies Record<Language, unknown>;

const listed = 50;

/** Reads the recovery screen's data from the counter. Never rejects: the screen reports a database that fails. */
export async function recoveryFacts(counter: App, logPath: string): Promise<RecoveryFacts> {
  const [settings, status, open] = await Promise.all([
    tolerate(() => counter.handlers['settings.get'](undefined)),
    tolerate(() => counter.handlers.status(undefined)),
    tolerate(() => counter.handlers['transactions.search']({ states: [...unresolvedStates], limit: listed })),
  ]);
  const counts = status === null ? [] : Object.values(status.unresolved).map(({ count }) => count);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return {
    language: settings?.settings.language ?? 'id',
    timeZone: settings?.settings.timeZone ?? 'Asia/Jakarta',
    training: counter.mode() === 'training',
    unresolved: open?.items ?? null,
    more: Math.max(0, all - (open?.items.length ?? 0)),
    cashToReturn: status?.cashToReturn ?? { count: 0, amount: 0 },
    logPath,
  };
}

async function tolerate<T>(call: () => Promise<{ ok: true; value: T } | { ok: false }>): Promise<T | null> {
  try {
    const answer = await call();
    return answer.ok ? answer.value : null;
  } catch {
    return null;
  }
}
