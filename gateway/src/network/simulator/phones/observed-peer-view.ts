import type { InstanceId } from '../../../domain/ids.ts';
import { isGroupJid, phoneOfChat } from '../../../domain/phone.ts';
import type { PeerViews } from './peer-view.ts';
import type { ManualPhones } from './manual-phones.ts';
import type { PhoneEvents } from './phone-events.ts';
import type { Typing } from './typing.ts';

export interface ObservedPeerViewsDeps {
	instanceId: InstanceId;
	manualPhones: ManualPhones;
	phoneEvents: PhoneEvents;
	typing: Typing;
	/** The instance's own number. */
	ownNumber: () => string;
}

/** The same peer views, which also publish changes to the manual phones in the chat. */
export function observedPeerViews(peerViews: PeerViews, deps: ObservedPeerViewsDeps): PeerViews {
	const { instanceId, manualPhones, phoneEvents, typing, ownNumber } = deps;

	/** Any manual phone may be in a group. */
	const hasManualPhone = (chatId: string): boolean => {
		if (isGroupJid(chatId)) return manualPhones.all().length > 0;
		const phone = phoneOfChat(chatId);
		return phone !== null && manualPhones.of(phone) !== undefined;
	};

	return {
		...peerViews,
		recordRead(chatId, at) {
			peerViews.recordRead(chatId, at);
			if (hasManualPhone(chatId)) phoneEvents.publish({ kind: 'read', instanceId, chatId, at });
		},
		recordTyping(chatId, at) {
			peerViews.recordTyping(chatId, at);
			if (hasManualPhone(chatId)) typing.start(instanceId, chatId, ownNumber());
		},
		recordMessage(message) {
			peerViews.recordMessage(message);
			typing.stop(instanceId, message.chatId, ownNumber());
		},
	};
}
