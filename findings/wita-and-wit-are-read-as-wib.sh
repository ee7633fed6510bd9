#!/usr/bin/env bash
# Indonesia has three zones: WIB, WITA and WIT, 7, 8 and 9 hours ahead of UTC. any-date-parser reads names of zones and takes WITA and WIT
# for 7 hours: a payment at 00:30 in Makassar or Jayapura is one or two hours late, and one before a cut-off lands behind it. Konter knows
# the three in a statement's times.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . any-date-parser@2.2.4 timezone-soft@1.5.2 || exit 2

TZ=UTC node - <<'JS'
const parser = require('any-date-parser');
const { default: zones = require('timezone-soft') } = require('timezone-soft');

console.log('any-date-parser 2.2.4, language id, on a machine in UTC; beside the zones of timezone-soft 1.5.2');
const read = (zone) => parser.fromString(`2026-11-05 22:45:00 ${zone}`, 'id').toISOString();
const results = Object.entries({ JST: 9, WITA: 8, WIT: 9 }).map(([zone, ahead]) => {
  const expected = new Date(Date.UTC(2026, 10, 5, 22 - ahead, 45)).toISOString();
  const result = read(zone);
  console.log(`  22:45 ${zone}, ${zones(zone)[0]?.standard.offset} hours ahead: expected ${expected}, got ${result}`);
  return { zone, hours: (Date.parse(result) - Date.parse(expected)) / 3_600_000 };
});
process.exit(JSON.stringify(results.map(({ hours }) => hours)) === '[0,1,2]' ? 0 : 1);
JS
