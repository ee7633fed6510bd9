#!/usr/bin/env bash
# Billers' lists of payments have columns of a fixed width, and amounts with zeros before them. @evologi/fixed-width writes such a column by
# align "right" and pad "0", and reads it by the same options with the zeros behind the amount gone as well: Rp 2.500 is read as 25. Which
# end it trims is said nowhere but for those who choose one. Konter reads no such files.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @evologi/fixed-width@1.1.0 || exit 2

node - <<'JS'
const { parse, stringify } = require('@evologi/fixed-width');

const fields = [
  { property: 'customer', width: 12 },
  { property: 'amount', width: 12, align: 'right', pad: '0', cast: Number },
];
console.log('@evologi/fixed-width 1.1.0, written and read with the same fields');
const read = [10_275, 2_500, 1_250_000].map((amount) => {
  const text = stringify([{ customer: '530000000001', amount }], { fields });
  const [payment] = parse(text, { fields });
  console.log(`  ${JSON.stringify(text)}: expected ${amount}, got ${payment.amount}`);
  return payment.amount;
});
process.exit(read.join() === '10275,25,125' ? 0 : 1);
JS
