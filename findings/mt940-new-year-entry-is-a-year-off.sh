#!/usr/bin/env bash
# The entry date of an MT940 line is a month and a day: its year is that of the date next to it, and around New Year that of the nearest
# day. Three parsers take the value date's year as it is: what a bank enters on 31 December with value of 1 January lands a year later, in
# the books of a year that has not begun. Konter reads no MT940; a line of a statement without a year takes it from the period above.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . mt940js@1.3.5 mt940-js@1.0.0 tslib@2.8.1 @centrapay/swift-parser@1.0.1 || exit 2

node - <<'JS'
const { Parser } = require('mt940js');
const { read } = require('mt940-js');
const { parse } = require('@centrapay/swift-parser');

const statement = (line) =>
  [':20:STATEMENT', ':25:BANK/1234567890', ':28C:1/1', ':60F:C251230IDR1000000,', line, ':86:FEE', ':62F:C260102IDR989725,', '-', ''].join('\r\n');
const day = (date) => new Date(date).toISOString().slice(0, 10);

(async () => {
  const lines = [
    { line: ':61:2601011231D10275,NTRFTRX-1', value: '2026-01-01', expected: '2025-12-31', seen: '2026-12-31' },
    { line: ':61:2512310101D10275,NTRFTRX-2', value: '2025-12-31', expected: '2026-01-01', seen: '2025-01-01' },
  ];
  let isSo = true;
  for (const { line, value, expected, seen } of lines) {
    const results = {
      'mt940js 1.3.5': day(new Parser().parse(statement(line), {})[0].transactions[0].entryDate),
      'mt940-js 1.0.0': day((await read(Buffer.from(statement(line))))[0].transactions[0].entryDate),
      '@centrapay/swift-parser 1.0.1': day(parse({ type: 'mt940', data: statement(line) })[0].transactions[0].entryDate),
    };
    console.log(`${line}: value date ${value}, entry date expected ${expected}`);
    for (const [name, result] of Object.entries(results)) console.log(`  ${name}: ${result}`);
    isSo &&= Object.values(results).every((result) => result === seen);
  }
  process.exit(isSo ? 0 : 1);
})();
JS
