#!/usr/bin/env bash
# Panels of providers write their price lists as a HTML table and name it .xls. convert-excel-to-json takes such a file, and reads a price
# with a point between thousands as one with decimals: Rp 10.650 is 10.65, and 5.900,00 is 5.9, while the same texts in a real workbook
# stay as they are. A list that is imported sells at a thousandth. Konter says that such a file is no workbook and has to be saved as one.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . convert-excel-to-json@1.7.0 xlsx@0.12.13 exceljs@4.4.0 || exit 2

node - <<'JS'
const { writeFileSync } = require('node:fs');
const read = require('convert-excel-to-json');
const { Workbook } = require('exceljs');

const prices = ['10.650', '5.900,00', 'Rp 10.650'];
(async () => {
  const book = new Workbook();
  book.addWorksheet('Sheet1').addRows(prices.map((price) => [1, price]));
  await book.xlsx.writeFile('list.xlsx');
  writeFileSync('list.xls', `<table>${prices.map((price) => `<tr><td>1</td><td>${price}</td></tr>`).join('')}</table>`);
  const [workbook, table] = ['list.xlsx', 'list.xls'].map((sourceFile) => read({ sourceFile }).Sheet1.map(({ B: price }) => price));
  console.log('convert-excel-to-json 1.7.0 with xlsx 0.12.13');
  for (const [at, price] of prices.entries()) {
    console.log(`  "${price}": in a workbook ${JSON.stringify(workbook[at])}, in a HTML table named .xls ${JSON.stringify(table[at]) ?? 'nothing at all'}`);
  }
  process.exit(JSON.stringify(workbook) === JSON.stringify(prices) && table[0] === 10.65 && table[1] === 5.9 ? 0 : 1);
})();
JS
