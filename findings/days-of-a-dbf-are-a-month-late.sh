#!/usr/bin/env bash
# Billers still send their lists of bills as dBase files, whose days are written YYYYMMDD. dbf-reader takes the month for one that counts
# from zero: a bill that was paid on 3 November is read as one of 3 December, and one of 31 January as one of March. Konter reads no DBF.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . dbf-reader@1.0.3 dbffile@1.13.0 || exit 2

TZ=UTC node - <<'JS'
const { writeFileSync } = require('node:fs');
const { Dbf } = require('dbf-reader');
const { DBFFile } = require('dbffile');

const fields = [['PAID', 'D', 8], ['CUSTOMER', 'C', 12]];
const rows = [['20261103', '530000000001'], ['20261231', '530000000002'], ['20260131', '530000000003']];
const header = Buffer.alloc(32 + 32 * fields.length + 1);
header.set([3, 126, 11, 28]);
header.writeUInt32LE(rows.length, 4);
header.writeUInt16LE(header.length, 8);
header.writeUInt16LE(1 + 8 + 12, 10);
fields.forEach(([name, type, length], index) => {
  header.write(name.padEnd(11, '\0') + type, 32 + 32 * index, 'latin1');
  header[32 + 32 * index + 16] = length;
});
header[header.length - 1] = 13;
const file = Buffer.concat([header, Buffer.from(rows.map((cells) => ` ${cells.join('')}`).join('')), Buffer.of(26)]);
writeFileSync('bills.dbf', file);

(async () => {
  const day = (date) => date.toISOString().slice(0, 10);
  const others = await (await DBFFile.open('bills.dbf')).readRecords();
  const days = Dbf.read(file).rows.map(({ PAID, CUSTOMER }, index) => {
    console.log(`  ${CUSTOMER} paid ${rows[index][0]}: dbffile 1.13.0 ${day(others[index].PAID)}, dbf-reader 1.0.3 ${day(PAID)}`);
    return day(PAID);
  });
  const areRight = others.map(({ PAID }) => day(PAID)).join() === '2026-11-03,2026-12-31,2026-01-31';
  process.exit(areRight && days.join() === '2026-12-03,2027-01-31,2026-03-03' ? 0 : 1);
})();
JS
