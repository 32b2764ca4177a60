import type { NetworkConnection } from '../driver.ts';
import { UNSUPPORTED_CALLS } from '../capabilities/unsupported-calls.ts';
import { setBlocked } from './account/block-user.ts';
import { updateProfile } from './account/update-profile.ts';
import { phoneNumberPath, writeAccount } from './session/account.ts';
import type { Inbox } from './inbound/inbox.ts';
import type { Session } from './session/session.ts';
import { OFFICIAL_API_CAPABILITIES } from '../capabilities/official-api-capabilities.ts';
import { react } from './outbound/react.ts';
import { sendMessage } from './outbound/send-message.ts';
import { renderTemplate } from './templates/render-template.ts';
import { toNetworkTemplate } from './templates/template-definition.ts';
import { permanentCause } from './graph/error-class.ts';

export function openConnection(session: Session, inbox: Inbox): NetworkConnection {
	async function close(): Promise<void> {
		session.close();
		await inbox.close();
	}

	return {
		...UNSUPPORTED_CALLS,
		capabilities: OFFICIAL_API_CAPABILITIES,
		waitForRateLimit: () => session.throttle.wait(),
		send: (message) => sendMessage(session, message),
		async checkTemplate(template) {
			const definition = await session.templates.find(template.name, template.language);
			return renderTemplate(definition, template);
		},
		listTemplates: async () => (await session.templates.list()).map(toNetworkTemplate),
		markRead: (chatId) => markLastRead(session, chatId, {}),
		showTyping: (chatId) => markLastRead(session, chatId, { typing_indicator: { type: 'text' } }),
		// Meta's typing indicator also marks the chat as read, which must not happen automatically.
		getTypingDuration: () => null,
		react: (message, emoji) => react(session, message, emoji),
		setBlocked: (contactId, blocked) => setBlocked(session, contactId, blocked),
		updateProfile: (changes) => updateProfile(session, changes),
		// Meta closes no window before its end, and tells of none in advance.
		requiresTemplate: () => Promise.resolve(false),
		getLatency: () => session.latency(),
		close,
		async unlink() {
			await close();
			await writeAccount(session.context.storage, null);
		},
	};
}

/**
 * Marks the last received message of a chat, and with it all earlier ones, as read. `extra`: more fields of the body.
 */
async function markLastRead(session: Session, chatId: string, extra: object): Promise<void> {
	const last = await session.context.messages.findLastReceived(chatId);
	if (last !== null) await markRead(session, last, extra);
}

/** Marks a message, and all earlier ones of its chat, as read. */
export async function markRead(session: Session, networkId: string, extra: object = {}): Promise<void> {
	const path = phoneNumberPath(session.account, 'messages');
	const body = { messaging_product: 'whatsapp', status: 'read', message_id: networkId, ...extra };
	try {
		await session.requestForClient('mark the chat as read', { path, body });
	} catch (error) {
		// Meta refuses messages that are too old. The gateway still counts them as read.
		permanentCause(error);
	}
}
