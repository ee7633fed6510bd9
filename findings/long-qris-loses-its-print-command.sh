#!/usr/bin/env bash
# ESC/POS stores a QR code's text with its length in two bytes, low and high, of 256. @manhnd/esc-pos-encoder counts the high one in steps
# of 255: from 252 characters up, which a dynamic QRIS code with its reference reaches, the printer takes the first byte of the next
# command for text. The code is never printed, and the customer's slip has "(k1Q0" instead. Konter's slips have the length right.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @manhnd/esc-pos-encoder@1.0.25 esc-pos-encoder@3.0.0 || exit 2

cat > finding.mjs <<'JS'
import forked from '@manhnd/esc-pos-encoder';
import original from 'esc-pos-encoder';

const field = (id, value) => id + String(value.length).padStart(2, '0') + value;
const checksum = (text) => {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};
const qris = (reference) => {
  const account = field('00', 'ID.CO.EXAMPLE.WWW') + field('01', '936000000000000000') + field('02', '0000000000') + field('03', 'UMI');
  const shop = field('00', 'ID.CO.QRIS.WWW') + field('02', 'ID0000000000000') + field('03', 'UMI');
  const body = field('00', '01') + field('01', '12') + field('26', account) + field('51', shop) + field('52', '4814') + field('53', '360')
    + field('54', '1250000') + field('58', 'ID') + field('59', 'TOKO CONTOH') + field('60', 'KOTA CONTOH') + field('61', '12345')
    + field('62', field('01', 'INV-20261128') + field('05', reference) + field('07', 'A01')) + '6304';
  return body + checksum(body);
};

/** What a printer makes of GS ( k: the stored text, whether the code is printed, and what is left over as text. */
function print(bytes) {
  let [stored, isPrinted, paper] = ['', false, ''];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0x1d && bytes[at + 1] === 0x28 && bytes[at + 2] === 0x6b) {
      const length = bytes[at + 3] + 256 * bytes[at + 4];
      const command = bytes[at + 6];
      if (command === 0x50) stored = bytes.toString('latin1', at + 8, at + 5 + length);
      if (command === 0x51) isPrinted = true;
      at += 4 + length;
    } else if (bytes[at] >= 0x20) paper += String.fromCharCode(bytes[at]);
  }
  return { stored, isPrinted, paper };
}

let isSo = true;
for (const length of [7, 25]) {
  const code = qris('0'.repeat(length));
  console.log(`A QRIS code of ${code.length} characters`);
  for (const [name, Encoder, isRight] of [['esc-pos-encoder 3.0.0', original, true], ['@manhnd/esc-pos-encoder 1.0.25', forked, code.length < 252]]) {
    const { stored, isPrinted, paper } = print(Buffer.from(new (Encoder.default ?? Encoder)().qrcode(code).encode()));
    console.log(`  ${name}: stored ${stored === code ? 'as it is' : 'with a byte more'}, ${isPrinted ? 'printed' : 'not printed'}, as text "${paper}"`);
    isSo &&= (stored === code && isPrinted) === isRight;
  }
}
process.exit(isSo ? 0 : 1);
JS
node finding.mjs
