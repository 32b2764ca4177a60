import type { InstanceId } from '../../../domain/ids.ts';
import { isGroupJid, phoneOfChat } from '../../../domain/phone.ts';
import type { PeerViews } from './peer-view.ts';
import type { ManualPhones } from './manual-phones.ts';
import type { PhoneEvents } from './phone-events.ts';
import type { Typing } from './typing.ts';

/** Who may be looking at the chats of an instance, and how they hear. */
export interface Watching {
	instanceId: InstanceId;
	held: ManualPhones;
	news: PhoneEvents;
	typing: Typing;
	/** The instance's own number. */
	own: () => string;
}

/** The same sights, of which the phones in somebody's hand hear as they happen. */
export function observedPeerViews(sights: PeerViews, watching: Watching): PeerViews {
	const { instanceId, held, news, typing, own } = watching;

	const isWatched = (chatId: string): boolean => {
		if (isGroupJid(chatId)) return held.all().length > 0;
		const phone = phoneOfChat(chatId);
		return phone !== null && held.of(phone) !== undefined;
	};

	return {
		...sights,
		sawRead(chatId, at) {
			sights.sawRead(chatId, at);
			if (isWatched(chatId)) news.publish({ kind: 'read', instanceId, chatId, at });
		},
		sawTyping(chatId, at) {
			sights.sawTyping(chatId, at);
			if (isWatched(chatId)) typing.begin(instanceId, chatId, own());
		},
		sawMessage(message) {
			sights.sawMessage(message);
			typing.end(instanceId, message.chatId, own());
		},
	};
}
