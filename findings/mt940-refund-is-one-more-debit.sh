#!/usr/bin/env bash
# In SWIFT MT940 the mark RD is the reversal of a debit: money that comes back. mt940-js reads it as one more debit, under the same id as
# the first: a refund is booked as a second payment, or dropped as a repeat. Konter keeps signs, and ties a refund to its sale.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . mt940-js@1.0.0 tslib@2.8.1 mt940js@1.3.5 || exit 2

node - <<'JS'
const { read } = require('mt940-js');
const { Parser } = require('mt940js');

const statement = [
  ':20:STATEMENT',
  ':25:BANK/1234567890',
  ':28C:1/1',
  ':60F:C261127IDR1000000,',
  ':61:2611281128D10275,NTRFTRX-1//1',
  ':86:TRX-1',
  ':61:2611281128RD10275,NTRFTRX-1//2',
  ':86:REFUND OF TRX-1',
  ':62F:C261128IDR1000000,',
  '-',
  '',
].join('\r\n');

(async () => {
  const [ours] = await read(Buffer.from(statement));
  const [theirs] = new Parser().parse(statement, {});
  const signed = ours.transactions.map(({ isCredit, amount }) => (isCredit ? amount : -amount));
  const sum = (amounts) => amounts.reduce((all, one) => all + one, 0);
  const [payment, refund] = ours.transactions;
  console.log('A debit (D) of 10275 and its reversal (RD); the balance is 1000000 before and after');
  console.log(`  mt940js 1.3.5: ${theirs.transactions.map(({ amount }) => amount).join(', ')}`);
  console.log(`  mt940-js 1.0.0: expected -10275, 10275; got ${signed.join(', ')}: ${sum(signed)} in all`);
  console.log(`    same id for both: ${payment.id === refund.id}`);
  const isSo = sum(signed) === -20_550 && payment.id === refund.id && ours.closingBalance.value === 1_000_000;
  process.exit(isSo && sum(theirs.transactions.map(({ amount }) => amount)) === 0 ? 0 : 1);
})();
JS
