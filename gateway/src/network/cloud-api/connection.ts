import type { NetworkConnection } from '../driver.ts';
import { UNSUPPORTED_CALLS } from '../unsupported-calls.ts';
import { writeAccount } from './session/account.ts';
import { GraphError } from './graph/graph-error.ts';
import type { Inbox } from './inbound/inbox.ts';
import type { Session } from './session/session.ts';
import { CLOUD_API_CAPABILITIES } from './limits.ts';
import { sendMessage } from './outbound/send-message.ts';
import { renderDefinition } from './templates/render-template.ts';
import { networkTemplateOf } from './templates/template-definition.ts';
import { classifyError } from './graph/error-class.ts';

/** An instance's connection through the official API. */
export function openConnection(line: Session, inbox: Inbox): NetworkConnection {
	async function end(): Promise<void> {
		line.close();
		await inbox.close();
	}

	return {
		...UNSUPPORTED_CALLS,
		capabilities: CLOUD_API_CAPABILITIES,
		send: (message) => sendMessage(line, message),
		async checkTemplate(template) {
			const definition = await line.templates.find(template.name, template.language);
			return renderDefinition(definition, template);
		},
		templates: async () => (await line.templates.all()).map(networkTemplateOf),
		markRead: (chatId) => markLastRead(line, chatId, {}),
		showTyping: (chatId) => markLastRead(line, chatId, { typing_indicator: { type: 'text' } }),
		// Showing it marks the chat as read, which only its owner may wish for.
		typingTime: () => null,
		latency: () => line.latency(),
		close: end,
		async unlink() {
			await end();
			await writeAccount(line.host.session, null);
		},
	};
}

/** Marks what arrived last in a chat, and with it all before, as read; `more` says what to show besides. */
async function markLastRead(line: Session, chatId: string, more: object): Promise<void> {
	const last = await line.host.messages.lastReceived(chatId);
	if (last !== null) await markRead(line, last, more);
}

/** Marks a message, and all before it in its chat, as read. */
export async function markRead(line: Session, networkId: string, more: object = {}): Promise<void> {
	const path = `/${encodeURIComponent(line.account.credentials.phoneNumberId)}/messages`;
	const body = { messaging_product: 'whatsapp', status: 'read', message_id: networkId, ...more };
	try {
		await line.askFor('mark the chat as read', { path, body });
	} catch (error) {
		// One that is too old for Meta to mark is read all the same.
		const { cause } = error as Error;
		if (!(cause instanceof GraphError) || classifyError(cause) !== 'refused') throw error;
	}
}
