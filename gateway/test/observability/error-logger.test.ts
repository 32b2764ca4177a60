import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { errorLogger } from '../../src/observability/log.ts';
import { at } from '../support/json.ts';

it('logs an error that repeats once a minute, with the number of repeats, and another one at once', () => {
	const lines: unknown[] = [];
	const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
	let now = 0;
	const onError = errorLogger(logger, () => now)('the job failed; it is tried again');
	for (let second = 0; second < 90; second += 1) {
		now = second * 1000;
		onError(new Error('connect ECONNREFUSED'));
		onError(new Error('The connection is lost.'));
	}
	expect(lines.map((line) => [at(line, 'err.message'), at(line, 'repeats')])).toEqual([
		['connect ECONNREFUSED', undefined],
		['The connection is lost.', undefined],
		['connect ECONNREFUSED', 59],
		['The connection is lost.', 59],
	]);
});
