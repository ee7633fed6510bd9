#!/usr/bin/env bash
# Indonesian price tags end in ",-" where there are no sen. currencyformatter.js, asked for the numbers of id_ID, takes the dash at the end
# for a minus: Rp 2.500,- is -2500. A list of prices in this notation has every price below zero, and its sum is what the shop owes.
# Konter reads it as 2500.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . currencyformatter.js@2.2.0 currency-formatter@1.5.9 || exit 2

node - <<'JS'
const { parse } = require('currencyformatter.js');
const { unformat } = require('currency-formatter');

console.log('currencyformatter.js 2.2.0 in id_ID and, expected, currency-formatter 1.5.9 in IDR');
let isSo = true;
for (const [text, expected, seen] of [
  ['Rp 2.500', 2_500, 2_500],
  ['Rp 2.500,00', 2_500, 2_500],
  ['-Rp 2.500', -2_500, -2_500],
  ['Rp 2.500,-', 2_500, -2_500],
  ['Rp. 1.250.000,-', 1_250_000, -1_250_000],
]) {
  const [got, other] = [parse(text, { locale: 'id_ID' }), unformat(text, { code: 'IDR' })];
  console.log(`  ${text}: expected ${other}; got ${got}`);
  isSo &&= other === expected && got === seen;
}
process.exit(isSo ? 0 : 1);
JS
