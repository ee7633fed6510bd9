import { crc16 } from '../../src/shared/domain/qris.ts';

/** A data object: tag, length, value. */
export const tlv = (tag: string, value: string): string => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** Objects with a checksum behind them. */
export function withChecksum(objects: string): string {
  return `${objects}6304${crc16(`${objects}6304`)}`;
}

/** Objects of a shop's static code that is made up, by their tags and in this order; null leaves one out. */
export function qrisObjects(change: Readonly<Record<string, string | null>> = {}): [tag: string, value: string][] {
  const objects: Record<string, string | null> = {
    '00': '01',
    '01': '11',
    '26': `${tlv('00', 'ID.CO.CONTOH.WWW')}${tlv('01', '936009990000000001')}${tlv('02', '0000000001')}${tlv('03', 'UMI')}`,
    '51': `${tlv('00', 'ID.CO.QRIS.WWW')}${tlv('02', 'ID1020000000001')}${tlv('03', 'UMI')}`,
    '52': '4814',
    '53': '360',
    '55': null,
    '56': null,
    '57': null,
    '58': 'ID',
    '59': 'TOKO MAKMUR CONTOH',
    '60': 'BANDUNG',
    '61': '40111',
    '62': tlv('07', 'A01'),
    ...change,
  };
  return Object.entries(objects)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .toSorted(([one], [other]) => Number(one) - Number(other));
}

export const qrisPayload = (change: Readonly<Record<string, string | null>> = {}): string =>
  withChecksum(
    qrisObjects(change)
      .map(([tag, value]) => tlv(tag, value))
      .join(''),
  );
