import { wallClock, writtenDay } from '../zone.ts';
import type { SlipSettings } from './build.ts';
import { gap, type ReceiptDoc, visibleSlip } from './doc.ts';

/** Where the log ended when the slip was made. */
export interface LogEnd {
  terminal: string;
  seq: number;
  /** 64 hex digits */
  hash: string;
  /** ISO 8601 UTC */
  at: string;
}

const sealWords = {
  id: {
    title: 'Segel buku',
    time: 'Waktu',
    terminal: 'Konter',
    seq: 'Catatan ke',
    code: 'Kode',
    keep: 'Simpan di luar komputer ini. Catatan dengan nomor ini harus selalu punya kode ini.',
    training: 'LATIHAN - TIDAK SAH',
  },
  en: {
    title: 'Ledger seal',
    time: 'Time',
    terminal: 'Counter',
    seq: 'Event no.',
    code: 'Code',
    keep: 'Keep this outside this computer. The event with this number must always have this code.',
    training: 'TRAINING - NOT VALID',
  },
};

const groupLength = 4;

/** The head of the log on paper: a database that was rolled back, or rewritten, no longer holds it. */
export function buildHeadSlip(
  { terminal, seq, hash, at }: LogEnd,
  { language, timeZone, shop, training }: Omit<SlipSettings, 'copy'>,
): ReceiptDoc {
  const say = sealWords[language];
  const { day, time } = wallClock(Date.parse(at), timeZone);
  return visibleSlip({
    language,
    blocks: [
      ...(training ? [{ type: 'notice' as const, text: say.training }, gap] : []),
      { type: 'title', text: shop.name === '' ? 'Konter' : shop.name },
      { type: 'centred', text: say.title },
      gap,
      { type: 'pair', label: say.time, value: `${writtenDay(day)} ${time}` },
      { type: 'pair', label: say.terminal, value: terminal },
      { type: 'pair', label: say.seq, value: String(seq) },
      gap,
      { type: 'sn', label: say.code, groups: hashGroups(hash), token: false },
      gap,
      { type: 'paragraph', text: say.keep },
    ],
  });
}

/** A hash as it is read aloud and typed. */
export function hashGroups(hash: string): string[] {
  return hash.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? [];
}
