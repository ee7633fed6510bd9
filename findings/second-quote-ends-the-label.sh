#!/usr/bin/env bash
# Labels for TSPL printers have their texts in quotes; one within a text needs a mark. label-printer marks the first only: of a product
# whose name is in quotes, as Keripik "Pedas", the text ends at the second, and the price behind it is no part of the label. Konter prints
# no labels.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . label-printer@0.13.10 || exit 2

cat > finding.mjs <<'JS'
import { labels } from 'label-printer';

const flat = (command) => command.commands?.flatMap(flat) ?? [command];
console.log('label-printer 0.13.10, the text of a label by the quotes of TSPL');
let isSo = true;
for (const [name, isWhole] of [['Keripik Pedas', true], ['Keripik 5" Pedas', true], ['Keripik "Pedas"', false]]) {
  const label = new labels.Label(50, 30);
  label.add(new labels.Text(`${name} Rp 12.500`, 10, 10));
  const [command] = flat(await label.commandForLanguage('tspl')).map((each) => each.commandString).filter((text) => text?.startsWith('TEXT'));
  // From the text's quote to the next one without a mark: \" or \["] do not end it.
  const match = /^TEXT [^"]*"[^"]*"[^"]*"((?:\\\["\]|\\"|[^"])*)"(.*)$/.exec(command);
  console.log(`  ${name} Rp 12.500: ${command}`);
  console.log(`    text: ${match?.[1]}; left over: ${match?.[2] || 'nothing'}`);
  isSo &&= match !== null && (match[2] === '') === isWhole && match[1].includes('12.500') === isWhole;
}
process.exit(isSo ? 0 : 1);
JS
node finding.mjs
