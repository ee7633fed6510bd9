#!/usr/bin/env bash
# Excel's currency format for Indonesia is [$Rp-421]#,##0.00. Spreadsheet::ParseExcel, which Perl's readers of .xls build on, shows an amount
# in it as "Rp.,..00", and one below zero without the Rp; dollar and euro are right. Spreadsheet::XLSX loses it in the accounting form of the
# same currency. Statements turned into CSV by them have no amounts. Konter reads such cells as amounts.
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
const accounting = (currency) => `_([$${currency}]* #,##0_);_([$${currency}]* (#,##0);_([$${currency}]* "-"_);_(@_)`;
for (const format of ['#,##0', accounting('Rp-421')]) sheet.addRow([1_250_000]).getCell(1).numFmt = format;
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
local $SIG{__WARN__} = sub { };
binmode STDOUT, ':utf8';

my @formats = ('#,##0.00', '[$$-409]#,##0.00', "[\$\x{20ac}-407]#,##0.00", '[$Rp-421]#,##0.00', '[$Rp-421]#,##0');
my $book  = Spreadsheet::WriteExcel->new('statement.xls');
my $sheet = $book->add_worksheet('Statement');
for my $row (0 .. $#formats) {
    my $format = $book->add_format(num_format => $formats[$row]);
    $sheet->write_number($row, 0, 1_250_000, $format);
    $sheet->write_number($row, 1, -2_500, $format);
}
$book->close;

my @seen;
my $read = (Spreadsheet::ParseExcel->new->parse('statement.xls')->worksheets)[0];
print "Spreadsheet::ParseExcel 0.65 of Debian 12, 1250000 and -2500 in an .xls\n";
for my $row (0 .. $#formats) {
    my @values = map { $read->get_cell($row, $_)->value } 0, 1;
    print "  $formats[$row]: $values[0] and $values[1]\n";
    push @seen, $values[0];
}
print "Spreadsheet::XLSX 0.17 of Debian 12, 1250000 in an .xlsx, plain and as Excel's accounting form in rupiah\n";
my $cells = Spreadsheet::XLSX->new('statement.xlsx')->{Worksheet}[0]{Cells};
for my $row (0, 1) {
    my $value = $cells->[$row][0]->value;
    print "  \"$value\"\n";
    push @seen, $value;
}
my @right = map { $_ =~ /1,?250,?000/ ? 1 : 0 } @seen;
exit("@right" eq '1 1 1 0 0 1 0' ? 0 : 1);
PL
perl -Iusr/share/perl5 finding.pl
