import { ok, problem, warning, type Finding } from './finding.ts';

const TOPIC = 'clock';
/** Milliseconds of difference that are normal, with headers that have whole seconds. */
const NORMAL = 10_000;
/** Milliseconds after which receivers refuse signatures as too old (Standard Webhooks). */
const REFUSED = 300_000;

/** Compares this machine's clock with that of the database server and, where most of them agree, with receivers. */
export function checkClock(database: number | null, receivers: readonly number[]): Finding[] {
	const findings: Finding[] = [];
	if (database !== null) findings.push(...compare('the database server', database));
	const median = receivers.toSorted((a, b) => a - b)[Math.floor(receivers.length / 2)];
	if (median !== undefined) findings.push(...compare('the receivers of webhooks', median));
	if (findings.length > 0) return findings;
	const compared = database !== null || median !== undefined;
	return [
		ok(TOPIC, compared ? 'it agrees with other machines' : 'there is no other machine to compare it with'),
	];
}

function compare(other: string, ahead: number): Finding[] {
	const difference = Math.abs(ahead);
	if (difference < NORMAL) return [];
	const seconds = Math.round(difference / 1000);
	const sentence = `This machine's clock is ${seconds} seconds ${ahead > 0 ? 'behind' : 'ahead of'} that of ${other}`;
	const remedy = 'Set both by NTP (timedatectl set-ntp true).';
	return difference < REFUSED
		? [warning(TOPIC, `${sentence}. ${remedy}`)]
		: [problem(TOPIC, `${sentence}: receivers refuse signatures that differ by five minutes. ${remedy}`)];
}
