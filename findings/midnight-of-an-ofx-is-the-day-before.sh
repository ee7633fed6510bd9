#!/usr/bin/env bash
# The days of an OFX statement may have a time and a zone, as 20261101000000[+7:WIB]. ofxparse counts that back to UTC and returns a time
# without a zone: what was booked in Jakarta before 7 in the morning, as each day that is written as a midnight, lies on the day before,
# and a statement of November begins in October. Days without a zone stay. Konter reads no OFX.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
apt-get download -qq python3-ofxparse=0.21-2 python3-bs4 python3-html5lib python3-lxml python3-six python3-soupsieve python3-webencodings \
  2>/dev/null || exit 2
for package in ./*.deb; do dpkg-deb -x "$package" . || exit 2; done

cat > finding.py <<'PY'
from io import BytesIO
from ofxparse import OfxParser

lines = [('20261101', 1), ('20261101000000[+7:WIB]', 1), ('20261101063000[+7:WIB]', 1), ('20261101073000[8:WITA]', 1), ('20261101143000[+7:WIB]', 1)]
entries = ''.join(
    f'<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>{posted}</DTPOSTED><TRNAMT>-12500.00</TRNAMT><FITID>{at}</FITID><NAME>TOKEN</NAME></STMTTRN>'
    for at, (posted, _) in enumerate(lines)
)
text = f'''OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><STMTRS><CURDEF>IDR</CURDEF>
<BANKACCTFROM><BANKID>014</BANKID><ACCTID>0012345678</ACCTID><ACCTTYPE>SAVINGS</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101000000[+7:WIB]</DTSTART><DTEND>20261130000000[+7:WIB]</DTEND>{entries}</BANKTRANLIST>
<LEDGERBAL><BALAMT>1250000.00</BALAMT><DTASOF>20261130000000[+7:WIB]</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
'''
statement = OfxParser.parse(BytesIO(text.encode())).account.statement
days = [entry.date.strftime('%Y-%m-%d') for entry in statement.transactions]
print('ofxparse 0.21 of Debian 12; expected 2026-11-01 in each line')
for (posted, _), entry in zip(lines, statement.transactions):
    print(f'  {posted}: {entry.date}, zone {entry.date.tzinfo}')
print(f'  the statement begins {statement.start_date:%Y-%m-%d}')
seen = ['2026-11-01', '2026-10-31', '2026-10-31', '2026-10-31', '2026-11-01']
raise SystemExit(0 if days == seen and f'{statement.start_date:%Y-%m-%d}' == '2026-10-31' else 1)
PY
PYTHONPATH=usr/lib/python3/dist-packages /usr/bin/python3 -W ignore finding.py
