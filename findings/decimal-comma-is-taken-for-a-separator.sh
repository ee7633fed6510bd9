#!/usr/bin/env bash
# Banks in Indonesia part columns by semicolons, since amounts have a comma before their decimals. csv-sniffer takes that comma for the
# separator where the lines have no other one and no heading: the date and the amount become one cell, and the sen another. Konter takes
# the separator that gives a table.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . csv-sniffer@0.1.1 csv-string@4.1.1 || exit 2

node - <<'JS'
const CsvSniffer = require('csv-sniffer')();
const { detect } = require('csv-string');

const lines = (separator) =>
  [['03/11/2026', '10.275,00', 'TRX-1'], ['04/11/2026', '20.550,00', 'TRX-2'], ['05/11/2026', '1.250.000,00', 'TRX-3']]
    .map((cells) => `${cells.join(separator)}\n`)
    .join('');
console.log('csv-sniffer 0.1.1, three lines of day, amount and id; beside csv-string 4.1.1');
const results = [';', '|', '\t'].map((separator) => {
  const text = lines(separator);
  const { delimiter, records } = new CsvSniffer().sniff(text);
  console.log(`  expected ${JSON.stringify(separator)}: csv-string says ${JSON.stringify(detect(text))}, csv-sniffer ${JSON.stringify(delimiter)}`);
  console.log(`    last line: ${JSON.stringify(records.at(-1))}`);
  return { separator, delimiter, other: detect(text) };
});
const [semicolon, ...others] = results;
const isSo = semicolon.delimiter === ',' && results.every(({ separator, other }) => separator === other);
process.exit(isSo ? 0 : 1);
JS
