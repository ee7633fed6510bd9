#!/usr/bin/env bash
# QIF amounts may have a comma between thousands. qif2json removes the first comma only, and none in the splits of a line: every amount
# from a million up loses three digits or more without an error. Rupiah has such amounts each day. Konter reads no QIF, and removes all.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . qif2json@0.4.0 || exit 2

node - <<'JS'
const { parse } = require('qif2json');

const lines = ['!Type:Bank', 'D28/11/2026', 'T-1,234,567.00', 'PDEPOSIT', 'SCredit', '$-1,000,000.00', 'SFee', '$-234,567.00', '^', ''];
const [payment] = parse(lines.join('\n')).transactions;
const [small] = parse(['!Type:Bank', 'D28/11/2026', 'T-10,275.00', '^', ''].join('\n')).transactions;
const splits = payment.division.map(({ amount }) => amount);
console.log('qif2json 0.4.0');
console.log(`  T-10,275.00: expected -10275, got ${small.amount}`);
console.log(`  T-1,234,567.00: expected -1234567, got ${payment.amount}`);
console.log(`  $-1,000,000.00 and $-234,567.00: expected -1000000 and -234567, got ${splits.join(' and ')}`);
process.exit(small.amount === -10_275 && payment.amount === -1234 && splits.join() === '-1,-234' ? 0 : 1);
JS
