import { FAILURES, TROUBLES, type Exercise, type Failure, type Trouble } from './exercise.ts';
import type { Verdict } from './judge.ts';
import { situationId } from './situation.ts';

/** The result of an exercise. Its fields are those of the JSON report. */
export interface Report {
	name: string;
	seed: number;
	customers: number;
	/** How long the exercise took. */
	milliseconds: number;
	passed: boolean;
	/** Which thresholds were missed, as sentences. */
	missed: readonly string[];
	/** 0 to 100: the share of the played situations without a failure, rounded down. */
	score: number;
	situations: { played: number; withoutFailure: number; broken: number; leftOut: number };
	answers: { due: number; answered: number; p50: number | null; p95: number | null; slowest: number | null };
	failures: Readonly<Record<Failure, number>>;
	troubles: readonly { trouble: Trouble; played: number; withoutFailure: number }[];
	findings: readonly ReportedFinding[];
	/** Deliveries to the webhook under test while the exercise ran; null: it names none. */
	deliveries: Readonly<Record<string, number>> | null;
}

/** A situation in which the workflow failed, or which could not be played. */
export interface ReportedFinding {
	situation: string;
	trouble: Trouble;
	failures: readonly { failure: Failure; detail: string }[];
	/** Why the situation could not be played; null: it was. */
	problem: string | null;
	/** The messages of the customer and of the workflow, in order. */
	messages: readonly { from: 'customer' | 'workflow'; at: string; text: string }[];
	/** The scenario that reproduces it; null: none was written. */
	scenario: string | null;
}

interface RunFacts {
	milliseconds: number;
	deliveries: Report['deliveries'];
	/** The files of the scenarios, by the ids of their situations. */
	scenarios: ReadonlyMap<string, string>;
}

/** Sums up the verdicts of an exercise, and compares them with its thresholds. */
export function reportOf(exercise: Exercise, verdicts: readonly Verdict[], facts: RunFacts): Report {
	const withOutcome = (outcome: string): Verdict[] =>
		verdicts.filter(({ observation }) => observation.outcome === outcome);
	const played = withOutcome('played');
	const clean = played.filter(({ findings }) => findings.length === 0);
	const broken = withOutcome('broken');
	const latencies = played.flatMap((verdict) => verdict.latencies).sort((a, b) => a - b);
	const result = {
		score: played.length === 0 ? 0 : Math.floor((100 * clean.length) / played.length),
		situations: {
			played: played.length,
			withoutFailure: clean.length,
			broken: broken.length,
			leftOut: withOutcome('left_out').length,
		},
		answers: {
			due: sum(played.map(({ due }) => due)),
			answered: sum(played.map(({ answered }) => answered)),
			p50: percentile(latencies, 50),
			p95: percentile(latencies, 95),
			slowest: latencies.at(-1) ?? null,
		},
		failures: countFailures(played),
	};
	const missed = missedThresholds(exercise, result);
	return {
		name: exercise.name,
		seed: exercise.seed,
		customers: exercise.customers,
		milliseconds: facts.milliseconds,
		passed: missed.length === 0,
		missed,
		...result,
		troubles: troublesOf(played),
		findings: [...played.filter(({ findings }) => findings.length > 0), ...broken].map((verdict) =>
			reportedFinding(verdict, facts.scenarios),
		),
		deliveries: facts.deliveries,
	};
}

function countFailures(verdicts: readonly Verdict[]): Record<Failure, number> {
	const all = verdicts.flatMap(({ findings }) => findings);
	const counts = FAILURES.map((kind) => [kind, all.filter(({ failure }) => failure === kind).length]);
	return Object.fromEntries(counts) as Record<Failure, number>;
}

function troublesOf(verdicts: readonly Verdict[]): Report['troubles'] {
	return TROUBLES.flatMap((trouble) => {
		const played = verdicts.filter(({ observation }) => observation.situation.trouble === trouble);
		const withoutFailure = played.filter(({ findings }) => findings.length === 0).length;
		return played.length === 0 ? [] : [{ trouble, played: played.length, withoutFailure }];
	});
}

function missedThresholds(
	{ thresholds }: Exercise,
	{ score, situations, answers, failures }: Pick<Report, 'score' | 'situations' | 'answers' | 'failures'>,
): string[] {
	const missed: string[] = [];
	if (score < thresholds.score) missed.push(`The score is ${score}, below ${thresholds.score}.`);
	for (const failure of FAILURES) {
		const most = thresholds.failures[failure];
		if (most !== undefined && failures[failure] > most) {
			missed.push(`${failures[failure]} situations have the failure ${failure}, more than ${most}.`);
		}
	}
	if (thresholds.p95 !== null && answers.p95 !== null && answers.p95 > thresholds.p95) {
		missed.push(
			`The 95th percentile of the time to an answer is ${answers.p95} ms, above ${thresholds.p95} ms.`,
		);
	}
	if (situations.broken > 0) missed.push(`${situations.broken} situations could not be played.`);
	if (situations.played === 0) missed.push('No situation was played.');
	return missed;
}

function reportedFinding(
	{ observation, findings }: Verdict,
	scenarios: ReadonlyMap<string, string>,
): ReportedFinding {
	const { situation, written, replies, problem } = observation;
	const id = situationId(situation);
	const messages = [
		...written.map(({ at, text }) => ({ from: 'customer' as const, at, text })),
		...replies.map(({ at, text }) => ({ from: 'workflow' as const, at, text })),
	].sort((a, b) => a.at - b.at);
	return {
		situation: id,
		trouble: situation.trouble,
		failures: findings,
		problem,
		messages: messages.map(({ at, ...message }) => ({ ...message, at: new Date(at).toISOString() })),
		scenario: scenarios.get(id) ?? null,
	};
}

/** The nearest-rank percentile of sorted values; null: there are none. */
function percentile(sorted: readonly number[], percent: number): number | null {
	return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
