#!/usr/bin/env bash
# The checksum at the end of a QRIS code is four hexadecimal digits. emvqr writes one below 0100 with two digits, compares that with the
# four of the code, and refuses it: one merchant in 256 has a code that never scans, and nothing is wrong with it. Konter pads to four.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . emvqr@0.0.5 || exit 2

node - <<'JS'
const { decode } = require('emvqr');

const field = (id, value) => id + String(value.length).padStart(2, '0') + value;
const checksum = (text) => {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};
const code = (shop) => {
  const account = field('00', 'ID.CO.EXAMPLE.WWW') + field('01', '936000000000000000');
  const body = field('00', '01') + field('01', '11') + field('26', account) + field('52', '5411') + field('53', '360') + field('58', 'ID')
    + field('59', `TOKO ${String(shop).padStart(5, '0')}`) + field('60', 'KOTA CONTOH') + '6304';
  return body + checksum(body);
};
const read = (text) => {
  try {
    return decode(text)['59'].data ? 'read' : 'nothing';
  } catch (error) {
    return error.message;
  }
};

const codes = Array.from({ length: 20_000 }, (_, shop) => code(shop));
const [zeros, others] = [codes.filter((text) => text.slice(-4).startsWith('00')), codes.filter((text) => !text.slice(-4).startsWith('00'))];
const [readZeros, readOthers] = [zeros, others].map((list) => list.filter((text) => read(text) === 'read').length);
console.log('emvqr 0.0.5, 20000 made-up merchants with right checksums');
console.log(`  checksum from 0100 up: ${readOthers} of ${others.length} read`);
console.log(`  checksum below 0100: expected ${zeros.length} read, got ${readZeros}; ${zeros[0].slice(-4)} says "${read(zeros[0])}"`);
process.exit(zeros.length > 20 && readZeros === 0 && readOthers === others.length ? 0 : 1);
JS
