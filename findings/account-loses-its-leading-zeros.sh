#!/usr/bin/env bash
# Account numbers in Indonesia have a fixed length and may begin with zeros. iso20022.js reads those of a camt.053 without them, though it
# keeps the zeros of codes: the account of the statement is another one, or none that the shop knows, and so is a customer's number that
# stands alone in a line's remark. Konter reads numbers as text.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . iso20022.js@0.0.15 || exit 2

cat > finding.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js';

const statement = (account) => `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
  <GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-28T20:00:00+07:00</CreDtTm></GrpHdr>
  <Stmt><Id>S</Id><CreDtTm>2026-11-28T20:00:00+07:00</CreDtTm>
  <Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>IDR</Ccy><Svcr><FinInstnId><BIC>XXXXIDJA</BIC></FinInstnId></Svcr></Acct>
  <Ntry><NtryRef>0000000001</NtryRef><Amt Ccy="IDR">10275.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-28</Dt></BookgDt>
  <BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><RmtInf><Ustrd>081200001230</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
  </Stmt></BkToCstmrStmt></Document>`;

console.log('iso20022.js 0.0.15');
const results = ['0012345678', '1234567890'].map((number) => {
  const [{ account, entries }] = CashManagementEndOfDayReport.fromXML(statement(number)).statements;
  const [{ referenceId, transactions }] = entries;
  const remark = transactions[0].remittanceInformation;
  console.log(`  account ${number}: got ${JSON.stringify(account.accountNumber)}; reference 0000000001: ${JSON.stringify(referenceId)}; remark 081200001230: ${JSON.stringify(remark)}`);
  return [account.accountNumber, referenceId, remark];
});
const isSo = JSON.stringify(results) === '[["12345678","0000000001",81200001230],["1234567890","0000000001",81200001230]]';
process.exit(isSo ? 0 : 1);
JS
node finding.mjs
