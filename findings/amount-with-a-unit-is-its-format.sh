#!/usr/bin/env bash
# A workbook's amount is often shown with a word, as by the number format #,##0 "rupiah". xlsx2csv takes a letter of d, m, y, h or s in that
# word for a part of a date, and writes the format instead of the amount: a statement that it turns into CSV has lost its amounts. Konter
# reads such cells as amounts.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . exceljs@4.4.0 || exit 2
apt-get download -qq xlsx2csv=1:0.7.8-1 2>/dev/null && dpkg-deb -x xlsx2csv_*.deb . || exit 2

cat > write.js <<'JS'
const { Workbook } = require('exceljs');

const book = new Workbook();
const sheet = book.addWorksheet('Statement');
for (const format of ['#,##0', '"Rp"#,##0', '#,##0 "rupiah"', '"Admin "#,##0']) sheet.addRow([format, 1_250_000]).getCell(2).numFmt = format;
book.xlsx.writeFile('statement.xlsx');
JS
node write.js && python3 usr/bin/xlsx2csv statement.xlsx > statement.csv || exit 2

echo "xlsx2csv 0.7.8 of Debian 12, cells of 1250000 by their formats; expected 1250000 in each line"
cat statement.csv
grep -q '^"#,##0",1250000' statement.csv && grep -q 'Rp""#,##0",1250000' statement.csv && grep -q 'rupia12' statement.csv && [[ $(grep -c 1250000 statement.csv) == 2 ]]
