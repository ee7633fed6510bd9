#!/usr/bin/env bash
# hucre writes the rows that repeat on each printed page ("printTitlesRow") of a sheet named "By day" as By day!$1:$1, without the quotes
# that a sheet's name with a space needs in a formula. Konter writes the named range _xlnm.Print_Titles itself.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . hucre@1.0.0 || exit 2

cat > finding.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

const { version } = JSON.parse(readFileSync('node_modules/hucre/package.json', 'utf8'));
const bytes = Buffer.from(
  await writeXlsx({ sheets: [{ name: 'By day', rows: [['Day'], ['1']], pageSetup: { printTitlesRow: '$1:$1' } }] }),
);
let workbook = '';
for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 46)) {
  if (bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)) !== 'xl/workbook.xml') continue;
  const local = bytes.readUInt32LE(at + 42);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const data = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
  workbook = (bytes.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8');
}
const written = /<definedName [^>]*>([^<]*)</.exec(workbook)?.[1];
console.log(`hucre ${version}: sheet "By day", printTitlesRow "$1:$1"`);
console.log(`  expected 'By day'!$1:$1, got ${written}`);
process.exit(written === 'By day!$1:$1' ? 0 : 1);
JS
node finding.mjs
