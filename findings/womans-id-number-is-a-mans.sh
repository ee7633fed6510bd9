#!/usr/bin/env bash
# An Indonesian identity number (NIK) has the day of birth, and of a woman the day plus 40. nik-parser calls each number valid, each woman
# a man, and her day of birth one 40 days later: a shop that registers a SIM card or checks a customer by it is wrong for half of them.
# Konter reads nothing out of an identity number.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . nik-parser@1.0.1 || exit 2

node - <<'JS'
const { nikParser } = require('nik-parser');

const day = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
const people = [
  { nik: '3204110609970001', sex: 'pria', born: '1997-09-06', seen: { sex: 'pria', born: '1997-09-06' } },
  { nik: '3204114609970001', sex: 'wanita', born: '1997-09-06', seen: { sex: 'pria', born: '1997-10-16' } },
  { nik: '3204117112970001', sex: 'wanita', born: '1997-12-31', seen: { sex: 'pria', born: '1998-02-09' } },
];
console.log('nik-parser 1.0.1, made-up numbers');
let isSo = true;
for (const { nik, sex, born, seen } of people) {
  const parsed = nikParser(nik);
  const result = { sex: parsed.kelamin(), born: day(parsed.lahir()) };
  console.log(`  ${nik}: expected ${sex}, ${born}; got ${result.sex}, ${result.born}, valid: ${parsed.isValid()}`);
  isSo &&= parsed.isValid() && result.sex === seen.sex && result.born === seen.born;
}
process.exit(isSo ? 0 : 1);
JS
