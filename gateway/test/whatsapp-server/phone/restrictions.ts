import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { PHONES } from '../wire/jid.ts';
import { stanza } from '../wire/stanza.ts';
import type { Person } from './people.ts';

/** The restriction of an account by the server. */
export interface Standing {
	/** It may begin no chats; `until` in seconds since 1970. */
	timelock: { reason: string; until: number } | null;
	/** The allowed and the begun number of chats, in a cycle that ends at a time in seconds since 1970. */
	cap: { total: number; used: number; status: string; until: number } | null;
}

/** The answer to the query for the reach-out timelock. */
export function timelockData({ timelock }: Standing): object {
	return timelock === null
		? { is_active: false, time_enforcement_ends: '0', enforcement_type: 'DEFAULT' }
		: { is_active: true, time_enforcement_ends: String(timelock.until), enforcement_type: timelock.reason };
}

/** The answer to the query for the cap on new chats. */
export function capData({ cap }: Standing): object {
	return cap === null
		? { total_quota: -1, used_quota: 0, capping_status: 'NONE' }
		: {
				total_quota: cap.total,
				used_quota: cap.used,
				capping_status: cap.status,
				cycle_end_timestamp: String(cap.until),
			};
}

/** Notifies an account of a change. */
export function notifyStanding(person: Person, what: 'timelock' | 'cap'): void {
	const { standing } = person;
	const [name, data] =
		what === 'timelock'
			? [
					'NotificationUserReachoutTimelockUpdate',
					{ xwa2_notify_account_reachout_timelock: timelockData(standing) },
				]
			: [
					'MessageCappingInfoNotification',
					{ xwa2_notify_new_chat_messages_capping_info_update: capData(standing) },
				];
	const update = stanza('update', { op_name: name }, Buffer.from(JSON.stringify({ data })));
	for (const companion of person.companions) {
		const attrs = { from: PHONES, type: 'mex', id: newId(), t: timestamp() };
		deliver(companion, stanza('notification', attrs, [update]));
	}
}
