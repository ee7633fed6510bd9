#!/usr/bin/env bash
# ESC/POS sends a CODE128 barcode with its length in a byte before it. escpos and @node-escpos/core leave that byte out for a code of fewer
# than 16 characters: the printer takes the code's first character, "{", for a length of 123, and swallows what stands behind it on the
# slip, its total too. Konter prints QR codes, whose length is always sent.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . escpos@2.5.2 @node-escpos/core@0.6.0 || exit 2

node - <<'JS'
/** What an ESC/POS printer makes of a barcode by function B of GS k and of the text behind it; other commands here have one value. */
function print(bytes) {
  let [barcode, paper] = [null, ''];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0x1d && bytes[at + 1] === 0x6b && bytes[at + 2] === 73) {
      barcode = bytes.toString('latin1', at + 4, at + 4 + bytes[at + 3]);
      at += 3 + bytes[at + 3];
    } else if (bytes[at] === 0x1d) at += 2;
    else if (bytes[at] >= 0x20) paper += String.fromCharCode(bytes[at]);
    else if (bytes[at] === 0x0a) paper += '/';
  }
  return { barcode, paper };
}

console.log('A CODE128 barcode in code set B, and below it the lines "Pulsa 10rb" and "Total 1.250.000"');
let isSo = true;
for (const [name, { Printer }] of [['escpos 2.5.2', require('escpos')], ['@node-escpos/core 0.6.0', require('@node-escpos/core')]]) {
  for (const code of ['{B20261128000123', '{B0041002338']) {
    const printer = new Printer({ open() {}, write() {}, close() {} }, {});
    const { barcode, paper } = print(printer.barcode(code, 'CODE128', { width: 2, height: 60 }).text('Pulsa 10rb').text('Total 1.250.000').buffer.flush());
    console.log(`  ${name}, "${code}" of ${code.length} characters: barcode ${JSON.stringify(barcode)}, on paper "${paper}"`);
    isSo &&= code.length < 16 ? barcode.includes('1.250.000') && paper === '' : barcode === code && paper.includes('1.250.000');
  }
}
process.exit(isSo ? 0 : 1);
JS
