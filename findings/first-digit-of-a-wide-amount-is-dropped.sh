#!/usr/bin/env bash
# Lists of bills and payments are exchanged as dBase files, whose amounts have a fixed width. XBase, which Perl's DBD::XBase builds on,
# writes an amount that is wider than its column without its first digits and reports success: of Rp 12.500.000,50 in a column of ten,
# Rp 2.500.000,50 is paid. Debian's dbf for Python refuses it. Konter writes no DBF.
set -uo pipefail
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder" || exit 2
apt-get download -qq libdbd-xbase-perl=1:1.08-2 python3-dbf=0.96.005-2 2>/dev/null || exit 2
for package in ./*.deb; do dpkg-deb -x "$package" . || exit 2; done

cat > finding.pl <<'PL'
use strict;
use warnings;
use XBase;

my %seen = ('1250000.50' => '1250000.5', '12500000.50' => '2500000.5', '-1250000.50' => '1250000.5', '112500000.00' => '2500000');
my @amounts = sort keys %seen;
XBase->create(name => 'bills.dbf', field_names => ['AMOUNT'], field_types => ['N'], field_lengths => [10], field_decimals => [2]) or exit 2;
my $table = XBase->new('bills.dbf') or exit 2;
my %is_written = map { $amounts[$_] => $table->set_record($_, $amounts[$_]) } 0 .. $#amounts;
$table->close;

$table = XBase->new('bills.dbf');
my $is_so = 1;
print "XBase 1.08 of Debian 12, a column N(10,2)\n";
for my $row (0 .. $#amounts) {
    my ($is_deleted, $read) = $table->get_record($row);
    print "  written $amounts[$row], ", ($is_written{$amounts[$row]} ? 'with success' : 'refused'), "; read $read\n";
    $is_so &&= $is_written{$amounts[$row]} && $read == $seen{$amounts[$row]};
}
exit($is_so ? 0 : 1);
PL
perl -Iusr/share/perl5 finding.pl || exit 1

cat > finding.py <<'PY'
import dbf

table = dbf.Table('bill.dbf', 'amount N(10,2)')
table.open(dbf.READ_WRITE)
try:
    table.append((12_500_000.50,))
except dbf.DataOverflowError as error:
    print(f'dbf 0.96.005 of Debian 12: {error}')
    raise SystemExit(0)
raise SystemExit(1)
PY
PYTHONPATH=usr/lib/python3/dist-packages /usr/bin/python3 -W ignore finding.py
