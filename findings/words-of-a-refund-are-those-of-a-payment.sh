#!/usr/bin/env bash
# Receipts of refunds and corrections have an amount below zero. terbilang-ts drops the minus and writes the words of a payment.
# @develoka/angka-terbilang-js takes it for one more digit: -2500 begins with "puluh", and -100000 is "juta seratus ribu". Neither reports
# anything. Konter writes amounts in figures, with their signs.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . terbilang-ts@2.1.0 @develoka/angka-terbilang-js@1.4.2 || exit 2

node - <<'JS'
const typed = require('terbilang-ts').default;
const other = require('@develoka/angka-terbilang-js');

console.log('terbilang-ts 2.1.0 and @develoka/angka-terbilang-js 1.4.2; expected a word for the minus');
let isSo = true;
for (const [amount, words, seen] of [
  [2_500, 'dua ribu lima ratus', 'dua ribu lima ratus'],
  [-2_500, 'dua ribu lima ratus', 'puluh dua ribu lima ratus'],
  [-100_000, 'seratus ribu', 'juta seratus ribu'],
  [-1_250_000, 'satu juta dua ratus lima puluh ribu', 'puluh satu juta dua ratus lima puluh ribu'],
]) {
  console.log(`  ${amount}: "${typed(amount)}" and "${other(amount)}"`);
  isSo &&= typed(amount).toLowerCase() === words && other(amount).trim() === seen;
}
process.exit(isSo ? 0 : 1);
JS
