import type { InboundResponseRecord, SendResponseRecord, StatusErrorRecord } from '../history/record.ts';
import { recordsOf } from '../history/traffic.ts';
import type { Rule, Violation } from './violation.ts';

const rule = 'survival';

type ResponseRecord = InboundResponseRecord | SendResponseRecord | StatusErrorRecord;

/**
 * A gateway never exits on its own, even when its database fails, and its only server error is 503 for requests that it
 * cannot handle now.
 */
export const survival: Rule = (history) => {
	const exits = recordsOf(history, 'exit').map(
		(exit): Violation => ({ rule, what: `gateway ${exit.gateway} exited unexpectedly`, records: [exit] }),
	);
	const kinds = ['send response', 'inbound response', 'status error'] as const;
	const errors = kinds
		.flatMap((kind): readonly ResponseRecord[] => recordsOf(history, kind))
		.filter(({ status }) => status >= 500 && status !== 503)
		.map((response): Violation => ({ rule, what: `a request got ${response.status}`, records: [response] }));
	return [...exits, ...errors];
};
