#!/usr/bin/env bash
# JavaScript writes an amount below zero in Indonesian with the minus before the currency: -Rp 12.500. number-currency-format and
# number-parsing see a minus only where it touches the digits: a refund or a withdrawal that one part of a program writes is income in the
# other. Konter reads the sign on either side of the Rp.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . number-currency-format@1.0.10 number-parsing@0.3.2 currency-formatter@1.5.9 || exit 2

node - <<'JS'
const { unformat } = require('number-currency-format');
const parse = require('number-parsing');
const { unformat: other } = require('currency-formatter');

const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });
const separators = { decimalSeparator: ',', thousandSeparator: '.' };
console.log('number-currency-format 1.0.10 and number-parsing 0.3.2; expected, currency-formatter 1.5.9');
let isSo = true;
for (const [text, amount, seen] of [
  [rupiah.format(12_500), 12_500, 12_500],
  ['-12.500', -12_500, -12_500],
  [rupiah.format(-12_500), -12_500, 12_500],
  [rupiah.format(-1_250_000), -1_250_000, 1_250_000],
]) {
  const [one, two, expected] = [unformat(text, separators), parse(text), other(text, { code: 'IDR' })];
  console.log(`  ${text}: expected ${expected}; got ${one} and ${two}`);
  isSo &&= expected === amount && one === seen && two === seen;
}
process.exit(isSo ? 0 : 1);
JS
