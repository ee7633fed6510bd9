#!/usr/bin/env bash
# money-formatter writes each currency with the decimals of ISO 4217, says its documentation: two for rupiah. It writes three. Indonesia sets
# a point between thousands: Rp12,500.000 for twelve thousand five hundred is read as twelve million. Konter writes whole rupiah.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . money-formatter@0.1.4 currency-codes@2.2.0 || exit 2

node - <<'JS'
const { format } = require('money-formatter');
const { code } = require('currency-codes');

console.log('money-formatter 0.1.4, beside the decimals of ISO 4217 in currency-codes 2.2.0');
const written = Object.fromEntries(['USD', 'JPY', 'IDR'].map((currency) => [currency, format(currency, 12_500)]));
for (const [currency, text] of Object.entries(written)) {
  console.log(`  12500 ${currency}: expected ${code(currency).digits} decimals, got ${text}`);
}
const isSo = written.USD === '$12,500.00' && written.JPY === '¥12,500' && written.IDR === 'Rp12,500.000' && code('IDR').digits === 2;
process.exit(isSo ? 0 : 1);
JS
