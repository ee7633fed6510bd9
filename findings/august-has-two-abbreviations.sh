#!/usr/bin/env bash
# Indonesian libraries abbreviate eleven months alike and August in two ways: date-fns and Day.js know "Agt" only, Luxon and Intl "Agu"
# only. A statement that one program writes and another reads loses its days in August. Konter reads both.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . date-fns@4.4.0 dayjs@1.11.23 luxon@3.7.2 || exit 2

node - <<'JS'
const { format, isValid, parse } = require('date-fns');
const { id } = require('date-fns/locale');
const dayjs = require('dayjs');
const { DateTime } = require('luxon');
dayjs.extend(require('dayjs/plugin/customParseFormat'));
require('dayjs/locale/id');

const libraries = {
  'date-fns 4.4.0': {
    write: (year, month, day) => format(new Date(year, month - 1, day), 'dd MMM yyyy', { locale: id }),
    reads: (text) => isValid(parse(text, 'dd MMM yyyy', new Date(2026, 0, 1), { locale: id })),
  },
  'dayjs 1.11.23': {
    write: (year, month, day) => dayjs(new Date(year, month - 1, day)).locale('id').format('DD MMM YYYY'),
    reads: (text) => dayjs(text, 'DD MMM YYYY', 'id').isValid(),
  },
  'luxon 3.7.2': {
    write: (year, month, day) => DateTime.local(year, month, day, { locale: 'id' }).toFormat('dd MMM yyyy'),
    reads: (text) => DateTime.fromFormat(text, 'dd MMM yyyy', { locale: 'id' }).isValid,
  },
};
console.log(`Day, short month and year in Indonesian, from one library to another; Node ${process.version}`);
const unread = [];
for (let month = 1; month <= 12; month++) {
  for (const [writer, { write }] of Object.entries(libraries)) {
    const text = write(2026, month, 5);
    for (const [reader, { reads }] of Object.entries(libraries)) if (!reads(text)) unread.push({ month, text, writer, reader });
  }
}
console.log('  expected: each reads what the others write. Not read:');
for (const { text, writer, reader } of unread) console.log(`    "${text}" of ${writer}, by ${reader}`);
process.exit(unread.length === 4 && unread.every(({ month }) => month === 8) ? 0 : 1);
JS
