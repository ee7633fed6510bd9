#!/usr/bin/env bash
# angka-menjadi-terbilang writes an amount in words for a receipt. It drops the point of a JavaScript number as if it stood between
# thousands: with half a rupiah of a fee in it, the words say ten times the sum. Konter has whole rupiah and no words of them.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . angka-menjadi-terbilang@0.5.0 @develoka/angka-terbilang-js@1.4.2 || exit 2

node - <<'JS'
const words = require('angka-menjadi-terbilang');
const other = require('@develoka/angka-terbilang-js');

const fee = 1_467_500 * 0.007;
console.log(`A fee of 0.7 % on 1467500 is ${fee}`);
for (const amount of [10_272, fee]) {
  console.log(`  ${amount}: @develoka/angka-terbilang-js 1.4.2 says "${other(amount)}"`);
  console.log(`  ${amount}: angka-menjadi-terbilang 0.5.0 says "${words(amount)}"`);
}
const isSo = words(10_272) === 'sepuluh ribu dua ratus tujuh puluh dua' && fee === 10_272.5 && words(fee) === words(102_725);
process.exit(isSo ? 0 : 1);
JS
