# SPDX-License-Identifier: GPL-3.0-or-later
#
# What prove prints, and for tests/run the totals of single assertions, where prove itself sums up
# files: a line "PASSED FAILED SKIPPED" is appended to the file named by TAP_TOTALS, and for each
# skipped assertion a line of test, name and reason, with tabs between, to that named by TAP_SKIPS, and for
# each test with failures a line "TEST PASSED FAILED SKIPPED" to that named by TAP_FAILED.
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

sub append {
	my ($path, @lines) = @_;

	return if !$path;
	open(my $out, '>>', $path) or die "$path: $!\n";
	print $out "$_\n" for @lines;
	close($out) or die "$path: $!\n";
}

my @skips;

sub note_skip {
	my ($test, $name, $reason) = @_;

	$test =~ s{^\./}{};
	$test =~ s{^(?:\Q$ENV{BUILD}\E|build/[^/]+)/}{};
	$name =~ s/^- //;
	push @skips, join("\t", map { s/\s+/ /gr } $test, $name, $reason);
}

# Of the results of a file prove keeps their numbers alone.
sub open_test {
	my ($self, $test, $parser) = @_;

	$parser->callback(test => sub {
		my ($result) = @_;
		note_skip($test, $result->description, $result->explanation) if $result->has_skip;
	});
	$parser->callback(plan => sub {
		my ($result) = @_;
		note_skip($test, 'all of it', $result->explanation) if $result->has_skip;
	});
	return $self->SUPER::open_test($test, $parser);
}

sub summary {
	my ($self, $aggregate, @rest) = @_;
	my @totals = (0, 0, 0);

	for my $test ($aggregate->descriptions) {
		my @file = count_file($aggregate->parsers($test));
		$totals[$_] += $file[$_] for 0 .. 2;
		append($ENV{TAP_FAILED}, "$test @file") if $file[1];
	}
	append($ENV{TAP_TOTALS}, "@totals");
	append($ENV{TAP_SKIPS}, sort @skips);
	return $self->SUPER::summary($aggregate, @rest);
}

1;
