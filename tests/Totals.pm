# SPDX-License-Identifier: GPL-3.0-or-later
#
# What prove prints, and for tests/run the totals of single assertions, where prove itself sums up
# files: a line "PASSED FAILED SKIPPED" is appended to the file named by TAP_TOTALS.
package Totals;

use strict;
use warnings;
use parent 'TAP::Formatter::File';

# A file that died, left its plan unfulfilled or printed nothing is one failure more than the
# assertions that it reported: what it did not get to is unknown, and must not pass for success.
sub count_file {
	my ($parser) = @_;
	my $skipped = $parser->skipped;
	my $failed = $parser->failed;
	my $todo = $parser->actual_failed - $failed;    # failed as announced: not a pass either

	return (0, 0, 1) if $parser->skip_all && !$parser->has_problems;
	my $died = ($parser->exit && !$failed) || ($parser->wait & 127) || $parser->parse_errors;
	return ($parser->actual_passed - $skipped, $failed + ($died ? 1 : 0), $skipped + $todo);
}

sub summary {
	my ($self, $aggregate, @rest) = @_;
	my @totals = (0, 0, 0);

	for my $parser ($aggregate->parsers) {
		my @file = count_file($parser);
		$totals[$_] += $file[$_] for 0 .. 2;
	}
	if (my $path = $ENV{TAP_TOTALS}) {
		open(my $out, '>>', $path) or die "$path: $!\n";
		print $out "@totals\n";
		close($out) or die "$path: $!\n";
	}
	return $self->SUPER::summary($aggregate, @rest);
}

1;
