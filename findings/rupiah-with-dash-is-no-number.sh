#!/usr/bin/env bash
# currency.js, told Indonesian separators, reads the price-tag notation "Rp 12.500,-" as NaN, without an error, though text without any
# number is 0. One such cell makes the total of a whole price list NaN. Konter reads it as 12500.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . currency.js@2.0.4 || exit 2

node - <<'JS'
const currency = require('currency.js');
const { version } = require('currency.js/package.json');
const rupiah = (value) => currency(value, { symbol: 'Rp ', separator: '.', decimal: ',', precision: 0, errorOnInvalid: true });
const read = (text) => {
  try {
    return rupiah(text).value;
  } catch (error) {
    return error.message;
  }
};

console.log(`currency.js ${version}: separator ".", decimal ",", errors asked for`);
const prices = ['Rp 12.500', 'Rp 12.500,00', 'Rp 12.500,-'];
for (const price of prices) console.log(`  "${price}": expected 12500, got ${read(price)}`);
const total = prices.reduce((sum, price) => sum.add(rupiah(price)), rupiah(0));
console.log(`  total: expected Rp 37.500, got ${total.format()} (${total.value})`);
process.exit(read(prices[0]) === 12_500 && Number.isNaN(read(prices[2])) && Number.isNaN(total.value) ? 0 : 1);
JS
