import { GatewayError } from '../domain/error.ts';
import type { Capability } from '../network/capabilities/capabilities.ts';
import type { NetworkConnection } from '../network/driver.ts';
import type { InstanceRow } from '../store/schema.ts';

/** The actions that need a capability, as the end of the sentence "The official API cannot …". */
const ACTIONS = {
	group_settings: 'change, join or leave a group, or show its invite',
	chat_changes: 'archive, pin or mute a chat, or mark it as unread',
	presence: 'report who is online or typing',
	profile_name: 'change the name of a profile',
	profile_changes: 'change the text or the picture of a profile',
} as const satisfies Partial<Record<Capability, string>>;

/** The alternative for a client of the official API, as a sentence; absent: an instance connected by QR code. */
const INSTEAD: Partial<Record<Capability, string>> = {
	chat_changes: 'Mark a chat as read with POST /v1/messages/chats/{chatId}/read',
	profile_name: 'Change the display name in the WhatsApp Manager of Meta',
};

/**
 * Throws if the network of an instance does not have a capability: official_api_instance where an instance connected by
 * QR code would, official_api_required where one of the official API would.
 */
export function requireCapability(
	{ instance, connection }: { instance: InstanceRow; connection: NetworkConnection },
	capability: keyof typeof ACTIONS,
): void {
	if (connection.capabilities.has(capability)) return;
	const action = ACTIONS[capability];
	if (instance.method === 'official') {
		const instead = INSTEAD[capability] ?? 'Use an instance connected by QR code';
		throw new GatewayError(
			'official_api_instance',
			`The official API, which this instance is connected by, cannot ${action}. ${instead}.`,
		);
	}
	throw new GatewayError(
		'official_api_required',
		`Only the official API can ${action}, and this instance is connected by QR code. Use an instance of the official API.`,
	);
}
