import { at } from '../../document/schema.ts';
import { formatExchange } from '../../client/session.ts';
import { PARTICIPANT_CODES } from '../../specification/error-codes.ts';
import { ABSENT_PHONE, PHONE } from '../../fixtures/fixtures.ts';
import type { Context } from '../context.ts';

const KIND = 'group participants';
const OTHER = '4915112345679';

/** Action, phone, and the expected result: success, or the code in `error`. */
const STEPS: readonly (readonly [string, string, string])[] = [
	['add', OTHER, 'success'],
	['add', OTHER, 'already_participant'],
	['add', ABSENT_PHONE, 'not_on_network'],
	['promote', OTHER, 'success'],
	['demote', OTHER, 'success'],
	['remove', OTHER, 'success'],
	['remove', OTHER, 'not_participant'],
	['promote', OTHER, 'not_participant'],
	['demote', OTHER, 'not_participant'],
];

/** Applies all four actions to a participant and checks that failures are reported per participant. */
export async function checkParticipants({ session, fixtures, known, report }: Context): Promise<void> {
	const groupId = await fixtures.group();
	for (const [action, phone, expected] of STEPS) {
		const body = { instanceId: known.instanceId, action, participants: [phone] };
		const exchange = await session.send('POST /v1/groups/{}/participants', { path: { groupId }, body });
		const result = at(exchange.response.json, 'data.results.0');
		const status = at(result, 'status');
		const error = at(result, 'error');
		const fits = expected === 'success' ? status === 'success' : status === 'failed' && error === expected;
		const same = at(result, 'phone') === phone && at(exchange.response.json, 'data.action') === action;
		report.check(KIND, `${action}: ${expected}`, fits && same, () => formatExchange(exchange));
		const found = PARTICIPANT_CODES.find((code) => code === error);
		if (found !== undefined) session.coverage.codes.add(found);
	}
	const both = { instanceId: known.instanceId, action: 'add', participants: [OTHER, ABSENT_PHONE, PHONE] };
	const exchange = await session.send('POST /v1/groups/{}/participants', { path: { groupId }, body: both });
	const statuses = [0, 1, 2].map((index) => at(exchange.response.json, `data.results.${index}.status`));
	report.check(KIND, 'one result per participant', statuses.join() === 'success,failed,failed', () =>
		formatExchange(exchange),
	);
}
