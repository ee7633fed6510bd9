#!/usr/bin/env bash
# In files of a fixed width an amount has no point: the last two digits are its decimals. fixy counts their place from the column's width
# in a text whose spaces it has cut: an amount with spaces before it, as fixy writes one unless it is asked for zeros, is read as whole
# rupiah. Rp 12.500,00 is 1,250,000. With zeros before it the same amount is right. Konter reads no such files.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . fixy@1.3.3 || exit 2

node - <<'JS'
const fixy = require('fixy');

const width = 12;
const withoutPoint = (amount) => Number(amount).toFixed(2).replace('.', '');
const columns = (padding) => [{ name: 'amount', width, padding_position: 'start', padding_symbol: padding, preprocess: withoutPoint }];
const map = [{ name: 'amount', width, start: 1, type: 'float', precision: 2 }];
console.log('fixy 1.3.3, a column of 12 with two decimals, written and read by it');
let isSo = true;
for (const [padding, factor] of [['0', 1], [' ', 100]]) {
  for (const amount of [2_500, 12_500, 1_250_000.5]) {
    const line = fixy.unparse(columns(padding), [{ amount }]);
    const [{ amount: read }] = fixy.parse({ map, options: { fullwidth: width } }, line);
    console.log(`  "${line}": expected ${amount.toFixed(2)}; got ${read}`);
    isSo &&= line.endsWith(withoutPoint(amount)) && Number(read) === amount * factor;
  }
}
process.exit(isSo ? 0 : 1);
JS
