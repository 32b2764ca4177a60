import { FAILURES, type Failure } from './exercise.ts';
import type { Report, ReportedFinding } from './report.ts';

/** Each failure as a person says it, after a count of situations. */
const WORDS: Readonly<Record<Failure, string>> = {
	unanswered: 'never answered',
	late: 'answered late',
	twice: 'answered more often than once',
	uninvited: 'answered what needs no answer',
	while_taken: 'answered while a person owned the chat',
	to_deleted: 'answered a deleted message',
	old_text: 'repeated a text that had been edited',
	out_of_order: 'answered out of order',
	not_allowed: 'answered with another text than allowed',
	not_delivered: 'answered what the network refused',
};

/** A report for the terminal. */
export function reportText(report: Report): string {
	const { situations, answers, troubles, findings, deliveries, score } = report;
	const lines = [
		...troubles.map(
			({ trouble, played, withoutFailure }) =>
				`  ${played === withoutFailure ? '✓' : '✗'} ${trouble.padEnd(14)} ${withoutFailure} of ${played}`,
		),
		'',
		...findings.flatMap(findingLines),
		...failureLines(report),
		`Answers: ${answers.answered} of ${answers.due} came, ${latency('p50', answers.p50)}, ${latency('p95', answers.p95)}, ${latency('slowest', answers.slowest)}.`,
		...(deliveries === null ? [] : [`Deliveries to the webhook: ${listed(deliveries)}.`]),
		...(situations.leftOut === 0 ? [] : [`Left out for lack of time: ${situations.leftOut} situations.`]),
		`Score: ${score} of 100 (${situations.withoutFailure} of ${situations.played} situations without a failure).`,
		...(report.passed ? ['Passed.'] : ['Failed:', ...report.missed.map((sentence) => `  ${sentence}`)]),
	];
	return `${lines.join('\n')}\n`;
}

function findingLines({ situation, failures, problem, scenario }: ReportedFinding): string[] {
	const details = failures.map(({ failure, detail }) => `      ${WORDS[failure]}: ${detail}`);
	return [
		`  ✗ ${situation}`,
		...details,
		...(problem === null ? [] : [`      could not be played: ${problem}`]),
		...(scenario === null ? [] : [`      messaging-gateway simulate ${scenario}`]),
	];
}

function failureLines({ failures }: Report): string[] {
	const present = FAILURES.filter((failure) => failures[failure] > 0);
	return present.length === 0
		? []
		: ['', ...present.map((failure) => `${failures[failure]} × ${WORDS[failure]}`)];
}

function latency(name: string, milliseconds: number | null): string {
	return `${name} ${milliseconds === null ? '–' : `${(milliseconds / 1000).toFixed(1)} s`}`;
}

function listed(counts: Readonly<Record<string, number>>): string {
	const entries = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
	return entries.length === 0 ? 'none' : entries.join(', ');
}
