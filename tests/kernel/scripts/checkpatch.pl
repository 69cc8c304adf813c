#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
# A stand-in: two of the real one's complaints, in its words and forms.
use strict;
use warnings;

my ($terse, $showfile, $types) = (0, 0, 0);
while (@ARGV && $ARGV[0] =~ /^-./) {
	my $option = shift;
	$terse ||= $option eq '--terse';
	$showfile ||= $option eq '--showfile';
	$types ||= $option eq '--show-types';
}

my ($file, $line, $n, $errors, $warnings) = ('', 0, 0, 0, 0);

sub report {
	my ($level, $type, $text) = @_;
	my $place = $showfile ? "$file:$line" : "$ARGV:$n";
	$level eq 'ERROR' ? $errors++ : $warnings++;
	$text = ($types ? "$level:$type" : $level) . ": $text";
	print $terse ? "$place: $text\n" : "$text\n#$n: FILE: $place:\n\n";
}

while (<>) {
	$n++;
	if (m{^\+\+\+ b/(\S+)}) {
		$file = $1;
	} elsif (/^@@ -\d+(?:,\d+)? \+(\d+)/) {
		$line = $1 - 1;
	} elsif ($file && /^[ +]/) {
		$line++;
		next unless s/^\+//;
		chomp;
		report('ERROR', 'TRAILING_WHITESPACE', 'trailing whitespace') if /\s$/;
		report('WARNING', 'LONG_LINE',
		       'line length of ' . length() . ' exceeds 100 columns') if length() > 100;
	}
}
print "total: $errors errors, $warnings warnings, $n lines checked\n";
exit($errors + $warnings > 0);
