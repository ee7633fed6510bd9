#!/usr/bin/env bash
# A field of a QRIS code is a text, or a template with fields of its own; the amount and the fee are texts. emvco-qr-sdk takes each value
# that can be read as fields for a template: each amount of whole hundreds from Rp 1.000 to Rp 9.900 is an object without it, and Rp 120.250
# is { 12: "50" }. What a customer pays is lost, in a code that is valid. Konter reads a field as the standard defines it.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . emvco-qr-sdk@1.0.0 promptparse@1.6.0 || exit 2

node - <<'JS'
const { parseQR, QRParseMode } = require('emvco-qr-sdk');
const { parse } = require('promptparse');

const field = (id, value) => id + String(value.length).padStart(2, '0') + value;
const checksum = (text) => {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};
const qris = (amount, fee) => {
  const account = field('00', 'ID.CO.EXAMPLE.WWW') + field('01', '936000000000000000') + field('02', '0000000000') + field('03', 'UMI');
  const extra = field('55', '02') + field('56', fee);
  const body = field('00', '01') + field('01', '12') + field('26', account) + field('52', '4814') + field('53', '360') + field('54', amount) + extra
    + field('58', 'ID') + field('59', 'TOKO CONTOH') + field('60', 'KOTA CONTOH') + field('61', '12345') + '6304';
  return body + checksum(body);
};

console.log('emvco-qr-sdk 1.0.0 and, expected, promptparse 1.6.0: amount and fee of codes with a checksum that fits');
let isSo = true;
for (const [amount, fee, seenAmount, seenFee] of [
  ['12750', '2750', '12750', '2750'],
  ['12750', '2500', '12750', { 25: '' }],
  ['1500', '1000', { 15: '' }, { 10: '' }],
  ['120250', '750', { 12: '50' }, '750'],
  ['1503500', '750', { 15: '500' }, '750'],
]) {
  const code = qris(amount, fee);
  const expected = parse(code, true);
  const { transactionAmount, valueOfConvenienceFeeFixed } = parseQR(code, { parseMode: QRParseMode.GLOBAL });
  const [got, gotFee] = [JSON.stringify(transactionAmount), JSON.stringify(valueOfConvenienceFeeFixed)];
  console.log(`  expected "${expected.getTagValue('54')}" and "${expected.getTagValue('56')}"; got ${got} and ${gotFee}`);
  isSo &&= expected.getTagValue('54') === amount && expected.getTagValue('56') === fee;
  isSo &&= got === JSON.stringify(seenAmount) && gotFee === JSON.stringify(seenFee);
}
process.exit(isSo ? 0 : 1);
JS
