import type { NetworkEvent } from '../../network-event.ts';

/** The ids of people that were reported as one person, so that they are not reported with every message. */
export interface ReportedPeople {
	/** Returns the events for people whose ids have not been reported together, each person once. */
	unreported(people: readonly (readonly string[])[]): Extract<NetworkEvent, { kind: 'same_person' }>[];
	/** Remembers the ids of events that are recorded. */
	remember(events: readonly Extract<NetworkEvent, { kind: 'same_person' }>[]): void;
}

/** The maximum number of people that are remembered. Reporting one again changes nothing. */
const MAX_REMEMBERED = 10_000;

export function createReportedPeople(): ReportedPeople {
	/** Oldest first. */
	const reported = new Set<string>();
	return {
		unreported(people) {
			const events = new Map<string, Extract<NetworkEvent, { kind: 'same_person' }>>();
			for (const [first, second, ...others] of people) {
				if (first === undefined || second === undefined) continue;
				const ids = [first, second, ...others] as const;
				if (!reported.has(ids.join(' '))) events.set(ids.join(' '), { kind: 'same_person', ids });
			}
			return [...events.values()];
		},
		remember(events) {
			for (const { ids } of events) {
				const [oldest] = reported;
				if (reported.size >= MAX_REMEMBERED && oldest !== undefined) reported.delete(oldest);
				reported.add(ids.join(' '));
			}
		},
	};
}
