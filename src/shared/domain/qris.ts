import { z } from 'zod';
import { formatRupiah, Rupiah } from './money.ts';

/**
 * A shop's QRIS code: the EMVCo QR code of merchant-presented mode in Indonesia's profile. A payload is a row of data objects, each a
 * tag and a length of two digits and a value. It is read strictly, since a person who can change it takes the customers' money.
 */

/** As the standard limits it. */
const maxPayload = 512;
/** Longer than an amount makes a payload. */
const maxCode = maxPayload + 20;

interface DataObject {
  tag: string;
  value: string;
}

/** What is wrong with a text that is to be a shop's static code. */
const qrisFaults = [
  /** another QR code: an address, a name card, … */
  'not_qris',
  /** not whole: a length that does not fit, or a part that must be there is missing or malformed */
  'damaged',
  /** the checksum does not fit: a character was read wrong or changed */
  'checksum',
  /** of another country or currency */
  'foreign',
  /** made for one payment */
  'dynamic',
  /** holds an amount already */
  'has_amount',
] as const;
export type QrisFault = (typeof qrisFaults)[number];

/** A static code of a shop in Indonesia. */
export interface Qris {
  payload: string;
  /** the shop's name, as the payer's app shows it */
  merchant: string;
  city: string;
  /** the shop's number at QRIS; null: the code has none */
  nmid: string | null;
  /** what the payer's app adds to the amount: it asks for a tip, or takes a fee in rupiah or in percent; null: nothing */
  extra: { kind: 'tip' } | { kind: 'fixed' | 'percentage'; value: string } | null;
}

type QrisReading = { ok: true; qris: Qris } | { ok: false; fault: QrisFault };

const fault = (reason: QrisFault): QrisReading => ({ ok: false, fault: reason });

const amount = /^(?=.{1,13}$)\d+(?:\.\d*)?$/;

/** The form of the values that are looked at; those that must be there are `required`. Templates hold data objects of their own. */
const forms: Readonly<Record<string, RegExp>> = {
  '01': /^1[12]$/,
  '52': /^\d{4}$/,
  '53': /^\d{3}$/,
  '54': amount,
  '55': /^0[123]$/,
  '56': amount,
  '57': /^(?=.{1,5}$)\d{1,2}(?:\.\d{1,2})?$/,
  '58': /^[A-Z]{2}$/,
  '59': /^.{1,25}$/,
  '60': /^.{1,15}$/,
  '63': /^[0-9A-Fa-f]{4}$/,
};
const required = ['52', '53', '58', '59', '60'] as const;
const isAccount = ({ tag }: DataObject): boolean => tag >= '02' && tag <= '51';
const isTemplate = ({ tag }: DataObject): boolean => (tag >= '26' && tag <= '51') || tag === '62' || tag === '64';
/** Which object says what the app adds, by the value of tag 55. */
const extraTag: Readonly<Record<string, string>> = { '02': '56', '03': '57' };

/** Reads the text of a QR code as the static code of a shop. */
export function readQris(payload: string): QrisReading {
  if (!payload.startsWith('000201')) return fault('not_qris');
  const objects = payload.length <= maxPayload && /^[\x20-\x7e]*$/.test(payload) ? dataObjects(payload) : null;
  if (objects === null) return fault('damaged');
  const last = objects.at(-1);
  if (last?.tag !== '63' || last.value.length !== 4) return fault('damaged');
  if (crc16(payload.slice(0, -4)) !== last.value.toUpperCase()) return fault('checksum');
  const of = (tag: string): string | undefined => objects.find((each) => each.tag === tag)?.value;
  const accounts = objects.filter(isAccount);
  const extras = ['56', '57'].filter((tag) => of(tag) !== undefined);
  const tip = of('55');
  if (
    objects.some(({ tag, value }) => forms[tag]?.test(value) === false) ||
    required.some((tag) => of(tag) === undefined) ||
    accounts.length === 0 ||
    objects.some((each) => isTemplate(each) && !isWholeTemplate(each)) ||
    extras.join() !== (extraTag[tip ?? ''] ?? '')
  ) {
    return fault('damaged');
  }
  if (of('58') !== 'ID' || of('53') !== '360') return fault('foreign');
  if (of('01') === '12') return fault('dynamic');
  if (of('54') !== undefined) return fault('has_amount');
  const fee = of(extraTag[tip ?? ''] ?? '');
  return {
    ok: true,
    qris: {
      payload,
      merchant: of('59') ?? '',
      city: of('60') ?? '',
      nmid: nmidOf(accounts),
      extra:
        tip === '01'
          ? { kind: 'tip' }
          : fee === undefined
            ? null
            : { kind: tip === '02' ? 'fixed' : 'percentage', value: fee },
    },
  };
}

/** The data objects of a text, each tag once; null where a tag, a length or a value does not fit. */
function dataObjects(text: string): DataObject[] | null {
  const objects: DataObject[] = [];
  for (let at = 0; at < text.length; ) {
    const [, tag, length] = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4)) ?? [];
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (tag === undefined || value === '' || value.length !== Number(length)) return null;
    if (objects.some((before) => before.tag === tag)) return null;
    objects.push({ tag, value });
    at += 4 + value.length;
  }
  return objects;
}

/** An account names its scheme first; other templates hold whatever their tags mean. */
function isWholeTemplate(template: DataObject): boolean {
  const inner = dataObjects(template.value);
  return inner !== null && (!isAccount(template) || inner[0]?.tag === '00');
}

function nmidOf(accounts: readonly DataObject[]): string | null {
  for (const account of accounts.filter(isTemplate)) {
    const inner = dataObjects(account.value) ?? [];
    const of = (tag: string): string | undefined => inner.find((each) => each.tag === tag)?.value;
    if (of('00') === 'ID.CO.QRIS.WWW') return of('02') ?? null;
  }
  return null;
}

const written = ({ tag, value }: DataObject): string => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** A payload with its checksum. @param objects all but the checksum */
function payloadOf(objects: readonly DataObject[]): string {
  const body = `${objects.map(written).join('')}6304`;
  return body + crc16(body);
}

/**
 * The code for one payment: dynamic (tag 01), with the amount (tag 54, after the currency) and a checksum of its own. All else stays
 * as it is and where it is; so do tip and fee (tags 55 to 57), which the payer's app adds to the amount by itself.
 * @param due whole rupiah, above 0
 */
export function qrisWithAmount({ payload }: Qris, due: number): string {
  const objects = (dataObjects(payload) ?? []).filter(({ tag }) => tag !== '63');
  const method = { tag: '01', value: '12' };
  const hasMethod = objects.some(({ tag }) => tag === method.tag);
  return payloadOf(
    objects.flatMap((each) => {
      if (each.tag === method.tag) return [method];
      if (each.tag === '00' && !hasMethod) return [each, method];
      return each.tag === '53' ? [each, { tag: '54', value: String(due) }] : [each];
    }),
  );
}

/** CRC-16/CCITT-FALSE (polynomial 1021, from FFFF) of ASCII, as four hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** A text that is a shop's static code. */
export const QrisPayload = z
  .string()
  .max(maxPayload)
  .refine((text) => readQris(text).ok, 'not a static QRIS code');

/** The shop's code in the settings. */
interface QrisSetting {
  /** null: none */
  code: string | null;
  /** the code whose trial payment has arrived: an amount is set in it, and in no other */
  triedCode: string | null;
}

/** A QRIS code as the payer sees it. */
export const QrisToPay = z.strictObject({
  /** the text of the QR code */
  code: z.string().max(maxCode),
  /** as in the code */
  merchant: z.string().max(25),
  nmid: z.string().max(99).nullable(),
  /** whole rupiah */
  due: Rupiah,
  /** whether the amount is in the code; else the payer types it */
  hasAmount: z.boolean(),
  /** made up: it cannot be paid */
  training: z.boolean(),
});
export type QrisToPay = z.infer<typeof QrisToPay>;

/** The code for what a customer pays by QRIS; null: the shop has none. Training never shows the shop's own. */
export function qrisToPay(setting: QrisSetting, due: number, training: boolean): QrisToPay | null {
  if (training) return trainingCode(due);
  const reading = setting.code === null ? null : readQris(setting.code);
  if (!reading?.ok || due <= 0) return null;
  const { payload, merchant, nmid } = reading.qris;
  const hasAmount = setting.triedCode === payload;
  return {
    code: hasAmount ? qrisWithAmount(reading.qris, due) : payload,
    merchant,
    nmid,
    due,
    hasAmount,
    training: false,
  };
}

/** No payment app takes it, because it is no QRIS code; a phone's camera reads that it is practice. */
const trainingCode = (due: number): QrisToPay => ({
  code: `KONTER LATIHAN - BUKAN QRIS, TIDAK BISA DIBAYAR - ${formatRupiah(due)}`,
  merchant: 'CONTOH LATIHAN',
  nmid: null,
  due,
  hasAmount: true,
  training: true,
});
