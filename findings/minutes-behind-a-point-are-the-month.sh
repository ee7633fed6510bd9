#!/usr/bin/env bash
# Indonesia writes times with a point, and so do the cells of its workbooks, by the format hh.mm. Spreadsheet::ParseExcel and
# Spreadsheet::XLSX know minutes by a colon only, and show the month instead: in a statement of November each time is 11 minutes past its
# hour, and the lines of an hour cannot be told from each other, nor what lies before a cut-off. Konter reads the cell's number.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . exceljs@4.4.0 || exit 2
apt-get download -qq libspreadsheet-parseexcel-perl=0.6500-4~deb12u1 libspreadsheet-xlsx-perl=0.17-1 libspreadsheet-writeexcel-perl \
  libole-storage-lite-perl libcrypt-rc4-perl libdigest-perl-md5-perl libparse-recdescent-perl libarchive-zip-perl 2>/dev/null || exit 2
for package in ./*.deb; do dpkg-deb -x "$package" . || exit 2; done

cat > write.js <<'JS'
const { Workbook } = require('exceljs');

const book = new Workbook();
const sheet = book.addWorksheet('Statement');
for (const format of ['dd/mm/yyyy hh:mm', 'dd/mm/yyyy hh.mm', 'hh.mm']) sheet.addRow([46_329 + 1_427 / 1_440]).getCell(1).numFmt = format;
book.xlsx.writeFile('statement.xlsx');
JS
node write.js || exit 2

cat > finding.pl <<'PL'
use strict;
use warnings;
use Spreadsheet::ParseExcel;
use Spreadsheet::WriteExcel;
use Spreadsheet::XLSX;
no warnings 'once';

my @formats = ('dd/mm/yyyy hh:mm', 'dd/mm/yyyy hh.mm', 'hh.mm');
my $book  = Spreadsheet::WriteExcel->new('statement.xls');
my $sheet = $book->add_worksheet('Statement');
$sheet->write_number($_, 0, 46_329 + 1_427 / 1_440, $book->add_format(num_format => $formats[$_])) for 0 .. $#formats;
$book->close;

my $xls  = (Spreadsheet::ParseExcel->new->parse('statement.xls')->worksheets)[0];
my $xlsx = Spreadsheet::XLSX->new('statement.xlsx')->{Worksheet}[0]{Cells};
print "Spreadsheet::ParseExcel 0.65 and Spreadsheet::XLSX 0.17 of Debian 12, 3 November 2026, 23.47\n";
my @seen;
for my $row (0 .. $#formats) {
    my @values = ($xls->get_cell($row, 0)->value, $xlsx->[$row][0]->value);
    print "  $formats[$row]: $values[0] and $values[1]\n";
    push @seen, @values;
}
my @wanted = ('03/11/2026 23:47', '03/11/2026 23:47', '03/11/2026 23.11', '03/11/2026 23.11', '23.11', '23.11');
exit("@seen" eq "@wanted" ? 0 : 1);
PL
perl -Iusr/share/perl5 finding.pl
