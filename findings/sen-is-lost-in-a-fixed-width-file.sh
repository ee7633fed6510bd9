#!/usr/bin/env bash
# Interest, tax and fees of a statement have sen. flat-file-creator writes an amount without its point by multiplying it and cutting off
# what is behind the point: where the product is a hair below the whole number, as with one amount of twenty, a sen is gone. Rp 4,35 of
# interest is 434, sums do not fit, and its own reader gives Rp 4,34. Konter counts in whole rupiah and reads amounts digit by digit.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . flat-file-creator@3.0.3 || exit 2

cat > finding.mjs <<'JS'
import { dataToLines, linesToData } from 'flat-file-creator';

const fields = [{ name: 'amount', type: 'float', size: 12, precision: 2 }];
const written = (amount) => dataToLines([{ amount }], fields)[0];
console.log('flat-file-creator 3.0.3, a column of 12 with two decimals');
let isSo = true;
for (const [amount, digits] of [[12_500, '1250000'], [2_500.5, '250050'], [4.35, '434'], [8.2, '819'], [1_024.09, '102408'], [1_035.6, '103559']]) {
  const line = written(amount);
  console.log(`  ${amount}: expected ${Math.round(amount * 100)}; got ${line.trim()}, read as ${linesToData(line, fields)[0].amount}`);
  isSo &&= line.trim() === digits;
}
let wrong = 0;
for (let sen = 1; sen <= 100_000; sen += 1) if (written(sen / 100).trim() !== String(sen)) wrong += 1;
console.log(`  ${wrong} of the 100000 amounts up to Rp 1.000,00 are a sen short`);
process.exit(isSo && wrong === 4_586 ? 0 : 1);
JS
node finding.mjs
