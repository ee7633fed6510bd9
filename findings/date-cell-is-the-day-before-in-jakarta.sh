#!/usr/bin/env bash
# A workbook's date cell is a count of days. convert-excel-to-json counts them from 1899 in the machine's zone, and before zones there were,
# Jakarta's clocks were 7 hours, 7 minutes and 12 seconds ahead: each date of a statement is read as the day before at 23:59:48, in all
# three zones of Indonesia, and right in London. A day's sums lose its sales to the day before. Konter counts the days without a zone.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . convert-excel-to-json@1.7.0 xlsx@0.12.13 exceljs@4.4.0 || exit 2

cat > write.js <<'JS'
const { Workbook } = require('exceljs');

const book = new Workbook();
const row = book.addWorksheet('Statement').addRow([new Date(Date.UTC(2026, 10, 3)), 1_250_000]);
row.getCell(1).numFmt = 'dd/mm/yyyy';
book.xlsx.writeFile('statement.xlsx');
JS
cat > read.js <<'JS'
const [{ A: date }] = require('convert-excel-to-json')({ sourceFile: 'statement.xlsx' }).Statement;
const two = (number) => String(number).padStart(2, '0');
const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
console.log(`${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`);
JS
node write.js || exit 2

echo "convert-excel-to-json 1.7.0 with xlsx 0.12.13 on Node $(node --version), a cell with the date 2026-11-03"
result=0
for zone in Europe/London=2026-11-03 Asia/Jakarta=2026-11-02 Asia/Makassar=2026-11-02 Asia/Jayapura=2026-11-02; do
  read_=$(TZ=${zone%=*} node read.js)
  echo "  ${zone%=*}: expected 2026-11-03, got $read_"
  [[ $read_ == "${zone#*=} "* ]] || result=1
done
exit $result
