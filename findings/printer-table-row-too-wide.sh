#!/usr/bin/env bash
# node-thermal-printer rounds each cell of tableCustom() up: cells whose shares add up to the whole width give a row of one character
# more than the paper. The printer moves the last digit to the next line: Rp 1.250.000 reads as Rp 1.250.00. Konter pads its lines itself.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . node-thermal-printer@4.6.1 || exit 2

node - <<'JS'
const { ThermalPrinter, PrinterTypes } = require('node-thermal-printer');
const { version } = require('node-thermal-printer/package.json');

const rows = [32, 42].map((columns) => {
  // Nothing connects: the text is read back before anything is sent.
  const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: 'tcp://127.0.0.1:9100', width: columns });
  printer.tableCustom([
    { text: 'Pulsa 10rb', align: 'LEFT', width: 0.5 },
    { text: 'x1', align: 'CENTER', width: 0.2 },
    { text: '1.250.000', align: 'RIGHT', width: 0.3 },
  ]);
  return { columns, row: printer.getText().split('\n')[0] };
});
console.log(`node-thermal-printer ${version}: tableCustom() with widths 0.5 + 0.2 + 0.3 of the paper`);
for (const { columns, row } of rows) {
  console.log(`  ${columns} columns: expected at most ${columns} characters, got ${row.length}`);
  console.log(`    on paper: |${row.slice(0, columns)}|${row.slice(columns)}`);
}
process.exit(rows.every(({ columns, row }) => row.length === columns + 1 && row.endsWith('1.250.000')) ? 0 : 1);
JS
