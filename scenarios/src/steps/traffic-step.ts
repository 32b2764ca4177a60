import { advance } from './network-steps.ts';
import type { StepOf } from '../format/scenario.ts';
import type { ScenarioRun } from '../run/scenario-run.ts';

/** Parts of the time of a step, each with its share of the messages: five minutes of a day. */
const PARTS = 288;
/** Messages that are written at the same time. */
const AT_ONCE = 8;
/** The number of the first person. The last digit is the same for all: some digits there make phones behave specially. */
const FIRST_PERSON = 49_151_500_000_009;

/**
 * Sends texts of invented people in turn, spread over a time. Work that falls due meanwhile is done at its own time,
 * and workflows answer.
 */
export async function playTraffic(run: ScenarioRun, step: StepOf<'traffic'>): Promise<void> {
	const { id } = await run.instance();
	const seconds = secondsOf(step.over);
	const parts = Math.max(1, Math.min(PARTS, step.messages, seconds));
	let written = 0;
	for (let part = 1; part <= parts; part += 1) {
		const target = Math.round((step.messages * part) / parts);
		while (written < target) {
			const next = Math.min(target, written + AT_ONCE);
			const indexes = Array.from({ length: next - written }, (_, offset) => written + offset);
			await Promise.all(
				indexes.map((index) =>
					run.gateway.request('POST', `/simulator/v1/instances/${id}/messages`, {
						from: String(FIRST_PERSON + 10 * (index % step.people)),
						content: step.text,
					}),
				),
			);
			written = next;
		}
		const length = Math.floor((seconds * part) / parts) - Math.floor((seconds * (part - 1)) / parts);
		await advance(run, { step: 'advance', by: `${length}s` });
	}
}

const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** The seconds of a duration such as 1d12h. */
function secondsOf(duration: string): number {
	const parts = [...duration.matchAll(/(\d+)([dhms])/g)];
	return parts.reduce((sum, [, count = '', unit = '']) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
}
