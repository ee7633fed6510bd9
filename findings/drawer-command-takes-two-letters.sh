#!/usr/bin/env bash
# ESC/POS opens a cash drawer with five bytes: ESC p, the pin, and two times. The npm package escpos sends three. The printer takes the next
# two bytes of the slip for the times: "1.250.000" behind it is printed as "250.000". Konter sends all five.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . escpos@2.5.2 @node-escpos/core@0.6.0 || exit 2

node - <<'JS'
/** What an ESC/POS printer makes of the bytes: text, a line feed and the drawer's command are all there is. */
function print(bytes) {
  const paper = [];
  let times = null;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0x1b && bytes[at + 1] === 0x70) {
      times = [bytes[at + 3], bytes[at + 4]];
      at += 4;
    } else if (bytes[at] >= 0x20) paper.push(String.fromCharCode(bytes[at]));
    else if (bytes[at] !== 0x0a) throw new Error(`unexpected byte ${bytes[at]}`);
  }
  return { times, paper: paper.join('') };
}

const slip = ({ Printer }) => {
  const printer = new Printer({ open() {}, write() {}, close() {} }, {});
  return print(printer.cashdraw(2).text('1.250.000').buffer.flush());
};

const theirs = slip(require('escpos'));
const fork = slip(require('@node-escpos/core'));
console.log('cashdraw(2), then the text "1.250.000"');
console.log('  expected on paper: 1.250.000');
console.log(`  escpos 2.5.2: ${theirs.paper}; the drawer gets the letters "${String.fromCharCode(...theirs.times)}" as times`);
console.log(`  @node-escpos/core 0.6.0: ${fork.paper}; the drawer gets ${fork.times.join(' and ')} as times`);
process.exit(theirs.paper === '250.000' && fork.paper === '1.250.000' ? 0 : 1);
JS
