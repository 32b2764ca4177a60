import type { ArrivalAnswerRecord, SendAnswerRecord, StatusAnswerRecord } from '../history/record.ts';
import { recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'survival';

type Answer = ArrivalAnswerRecord | SendAnswerRecord | StatusAnswerRecord;

/**
 * A gateway never ends of itself, whatever its database does, and never answers with an error of its own making:
 * what it cannot do now it refuses with 503.
 */
export const survival: Rule = (history) => {
	const deaths = recordsOf(history, 'death').map(
		(death): Violation => ({ rule, what: `gateway ${death.gateway} ended of itself`, records: [death] }),
	);
	const kinds = ['send answer', 'arrival answer', 'status answer'] as const;
	const errors = kinds
		.flatMap((kind): readonly Answer[] => recordsOf(history, kind))
		.filter(({ status }) => status >= 500 && status !== 503)
		.map((answer): Violation => ({ rule, what: `a request got ${answer.status}`, records: [answer] }));
	return [...deaths, ...errors];
};
