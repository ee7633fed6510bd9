#!/usr/bin/env bash
# carbone fills templates of slips and invoices. It takes languages as "fr-FR" and "ms-my", and for "id-ID" it writes the days in Indonesian
# and the amounts in euro: its numbers know "id" only, and fall back on English separators and the euro without a word. A bill of Rp 1.250.000
# is one of 1,250,000.00 €. Konter writes its slips itself, in rupiah.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . carbone@3.8.2 || exit 2

TZ=UTC node - <<'JS'
const { promisify } = require('node:util');
const carbone = require('carbone');

const fill = promisify(carbone.renderXML.bind(carbone));
const template = "<slip>{d.total:formatC} | {d.at:formatD('LL')}</slip>";
const data = { total: 1_250_000, at: '2026-08-05T12:00:00Z' };

(async () => {
  console.log('carbone 3.8.2, the amount 1250000 and a day');
  const slips = {};
  for (const lang of ['fr-FR', 'ms-my', 'id', 'id-ID']) {
    slips[lang] = (await fill(template, data, { lang })).replace(/<\/?slip>/g, '').replace(/\s/g, ' ');
    console.log(`  ${lang}: ${slips[lang]}`);
  }
  console.log('  expected for id-ID: rupiah, as for id');
  const isSo = slips['id-ID'] === '1,250,000.00 € | 5 Agustus 2026' && slips.id === '1.250.000,00 Rp | 5 Agustus 2026' && slips['ms-my'].includes('RM');
  process.exit(isSo ? 0 : 1);
})();
JS
