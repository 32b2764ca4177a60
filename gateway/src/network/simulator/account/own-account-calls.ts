import type { Clock } from '../../../domain/clock.ts';
import type { NetworkConnection } from '../../driver.ts';
import { throwIfNameChanges } from '../../capabilities/unsupported-calls.ts';
import type { Account } from './account.ts';
import { setBlocked } from './blocked-people.ts';
import { changeChatSettings } from './chat-settings.ts';
import { answerPasskey } from '../linking.ts';
import { updateOwnProfile } from './own-profile.ts';
import type { Phone } from '../phones/phone.ts';

/** Most chats whose presence is reported to an instance; the oldest are dropped. */
const MAX_PRESENCE_CHATS = 1000;

type AccountCalls = Pick<
	NetworkConnection,
	'updateChat' | 'setBlocked' | 'subscribePresence' | 'updateProfile' | 'answerPasskey'
>;

/** The calls of an account for its own chats, contacts and profile. */
export function ownAccountCalls(
	phone: Phone,
	{ isLimited }: Pick<Account, 'isLimited'>,
	clock: Clock,
): AccountCalls {
	return {
		updateChat: (chatId, changes) => changeChatSettings(phone.context.session, chatId, changes),
		async setBlocked(contactId, blocked) {
			const { instanceId, context } = phone;
			const contact = await setBlocked(instanceId, contactId, blocked, context.session);
			await context.report([{ kind: 'contacts', contacts: [contact] }]);
		},
		subscribePresence(chatId) {
			const { presenceChats } = phone;
			presenceChats.delete(chatId);
			presenceChats.add(chatId);
			const [oldest] = presenceChats;
			if (presenceChats.size > MAX_PRESENCE_CHATS && oldest !== undefined) presenceChats.delete(oldest);
			return Promise.resolve();
		},
		async updateProfile(changes) {
			if (isLimited) throwIfNameChanges(changes.name);
			return updateOwnProfile(phone, changes);
		},
		answerPasskey: (response) => answerPasskey(phone, response, clock),
	};
}
