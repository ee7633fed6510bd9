import type { Language } from '../../shared/domain/preferences.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import type { AlertFact } from './alert-facts.ts';

const words = {
  id: {
    unresolved: (counter: string, count: number) => `${counter}: ${count} penjualan belum selesai lebih dari 15 menit.`,
    deposit: (counter: string) => `${counter}: deposit di bawah batas.`,
    short: (counter: string, shift: number) => `${counter}: uang laci kurang di shift ${shift}.`,
    silent: (counter: string, time: string) => `${counter}: diam sejak ${time}.`,
    trial: 'Pesan percobaan. Peringatan dari kantor sampai di sini.',
  },
  en: {
    unresolved: (counter: string, count: number) =>
      `${counter}: ${count} ${count === 1 ? 'sale' : 'sales'} unresolved for more than 15 minutes.`,
    deposit: (counter: string) => `${counter}: the deposit is below its mark.`,
    short: (counter: string, shift: number) => `${counter}: the drawer is short in shift ${shift}.`,
    silent: (counter: string, time: string) => `${counter}: silent since ${time}.`,
    trial: 'A trial message. Alerts from the office arrive here.',
  },
} as const;

interface Setting {
  language: Language;
  timeZone: string;
  shop: { name: string };
}

const message = ({ shop }: Setting, lines: readonly string[]): string =>
  [shop.name === '' ? 'Konter' : `Konter · ${shop.name}`, ...lines].join('\n');

export const trialMessage = (setting: Setting): string => message(setting, [words[setting.language].trial]);

/** One line for each counter and kind. It names no customer and no sum. */
export function alertMessage(setting: Setting, facts: readonly AlertFact[]): string {
  const { language, timeZone } = setting;
  const say = words[language];
  const lines = facts.map(({ kind, counter, shift = 0, since = '' }) => {
    if (kind === 'unresolved')
      return say.unresolved(counter, facts.filter((one) => one.kind === kind && one.counter === counter).length);
    if (kind === 'short') return say.short(counter, shift);
    return kind === 'silent'
      ? say.silent(counter, wallClock(Date.parse(since), timeZone).time.slice(0, 5))
      : say.deposit(counter);
  });
  return message(setting, [...new Set(lines)]);
}
