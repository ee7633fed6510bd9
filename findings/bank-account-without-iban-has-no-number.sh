#!/usr/bin/env bash
# ISO 20022 names an account by its IBAN or by another number. Indonesia has no IBAN. camt-parser returns the statements of such accounts
# with an empty number: those of two accounts in one file look like one, and money is booked to either. Konter reads no camt.053.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . camt-parser@1.1.0 || exit 2

node - <<'JS'
const { parseCamt053 } = require('camt-parser');

const statement = (account, index) => `<Stmt><Id>${index + 1}</Id><CreDtTm>2026-11-28T20:00:00+07:00</CreDtTm><Acct><Id>${account}</Id><Ccy>IDR</Ccy></Acct>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="IDR">1000000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-28</Dt></Dt></Bal></Stmt>`;
const file = (...accounts) => `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-28T20:00:00+07:00</CreDtTm></GrpHdr>
  ${accounts.map(statement).join('')}
  </BkToCstmrStmt></Document>`;

(async () => {
  const european = await parseCamt053(file('<IBAN>DE02120300000000202051</IBAN>'));
  const indonesian = await parseCamt053(file('<Othr><Id>1234567890</Id></Othr>', '<Othr><Id>9876543210</Id></Othr>'));
  const accounts = indonesian.statements.map(({ account }) => account);
  console.log('camt-parser 1.1.0');
  console.log(`  account with an IBAN: ${european.statements[0].account.iban}`);
  console.log(`  accounts 1234567890 and 9876543210 without one: ${accounts.map((account) => JSON.stringify(account)).join(' and ')}`);
  const isLost = accounts.length === 2 && !/1234567890|9876543210/.test(JSON.stringify(indonesian));
  process.exit(isLost && european.statements[0].account.iban.startsWith('DE02') ? 0 : 1);
})();
JS
