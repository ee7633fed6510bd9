import type { Transaction } from '../../shared/domain/transaction.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { call } from '../host/call.ts';
import { useSettings } from '../store/settings.ts';
import { creditCodes, ordinaryNumber } from './course/credit-codes.ts';
import type { Cast, Drill, Part } from './drill.ts';

/** The first code that the number has not bought today, so that a drill done again meets no question of its own making. */
export function freshPart(customerNo: string, codes: readonly string[], today: readonly Transaction[]): Part {
  const bought = new Set(today.filter((sale) => sale.customerNo === customerNo).map((sale) => sale.productCode));
  return { customerNo, productCode: codes.find((code) => !bought.has(code)) ?? codes[0] ?? '' };
}

/** Who comes to the counter in this run. */
export async function castOf({ subject }: Drill, now: number): Promise<Cast> {
  const today = await salesToday([subject.customerNo, ordinaryNumber], now);
  return {
    subject: freshPart(subject.customerNo, subject.codes, today),
    next: freshPart(ordinaryNumber, creditCodes.toReversed(), today),
  };
}

async function salesToday(numbers: readonly string[], now: number): Promise<Transaction[]> {
  const zone = useSettings.getState().view?.settings.timeZone ?? 'Asia/Jakarta';
  const { day } = wallClock(now, zone);
  const answers = await Promise.all(
    [...new Set(numbers)].map((text) => call('transactions.search', { text, limit: 50 })),
  );
  return answers
    .flatMap((answer) => (answer.ok ? answer.value.items : []))
    .filter((sale) => sale.day === day && sale.sentAt !== null);
}
