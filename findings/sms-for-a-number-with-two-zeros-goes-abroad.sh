#!/usr/bin/env bash
# Shops with a modem send results, tokens and orders by SMS. node-pdu takes 00 for the prefix of an international number wherever it stands:
# of a number with two zeros in its middle it drops the first two digits and calls the rest international. 0812…00… goes to the United
# States and 62812…00… to Japan, with a customer's token in it. Konter sends no SMS.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . node-pdu@2.1.1 || exit 2

node - <<'JS'
const { Submit } = require('node-pdu');

/** The address of a message as a modem sends it: length, type (91 is international) and digits in pairs. */
const addressOf = (number) => {
  const pdu = new Submit(number, 'SN 0041002338').toString();
  const length = Number.parseInt(pdu.slice(6, 8), 16);
  const digits = pdu.slice(10, 10 + length + (length % 2)).replaceAll(/(.)(.)/g, '$2$1').slice(0, length);
  return `${pdu.slice(8, 10) === '91' ? '+' : ''}${digits}`;
};
const numbers = [
  { number: '081234567890', expected: '081234567890', seen: '081234567890' },
  { number: '+6281234500678', expected: '+6281234500678', seen: '+6281234500678' },
  { number: '081234500678', expected: '081234500678', seen: '+1234500678' },
  { number: '6281234500678', expected: '6281234500678', seen: '+81234500678' },
];
console.log('node-pdu 2.1.1, whom a message is addressed to');
for (const { number, expected } of numbers) console.log(`  ${number}: expected ${expected}, got ${addressOf(number)}`);
process.exit(numbers.every(({ number, seen }) => addressOf(number) === seen) ? 0 : 1);
JS
