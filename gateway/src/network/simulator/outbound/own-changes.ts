import type { Clock } from '../../../domain/clock.ts';
import type { NetworkConnection } from '../../driver.ts';
import { DELETION_TIME, EDIT_TIME, throwIfOlder } from './change-times.ts';
import type { SimulatorLatency } from '../latency.ts';
import type { Phone } from '../phones/phone.ts';

/** The account's changes of messages: reactions to any, edits and deletions of its own. */
export function ownChanges(
	phone: Phone,
	{ clock, latency }: { clock: Clock; latency: SimulatorLatency },
): Pick<NetworkConnection, 'react' | 'edit' | 'deleteForEveryone'> {
	return {
		async react({ id, chatId }, emoji) {
			await phone.transit(latency.sent);
			phone.peerViews.recordReaction(chatId, id, emoji);
		},
		async edit({ id, chatId, at }, text) {
			throwIfOlder(at, clock.now(), EDIT_TIME);
			await phone.transit(latency.sent);
			phone.peerViews.recordChange(chatId, id, { content: text, isEdited: true });
		},
		async deleteForEveryone({ id, chatId, at }) {
			throwIfOlder(at, clock.now(), DELETION_TIME);
			await phone.transit(latency.sent);
			phone.peerViews.recordChange(chatId, id, { content: '', isDeleted: true });
		},
	};
}
