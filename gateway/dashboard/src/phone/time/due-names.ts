import type { AdvancedClock } from '../../api/types.ts';

type Due = AdvancedClock['passed'][number];

const NAMES: Readonly<Record<Due['kind'], string>> = {
	delivery: 'Retry of a delivery',
	scheduled_message: 'Scheduled message',
	message_expiry: 'Expiry of a message',
	chat_release: 'Release of a chat to the bot',
	burst: 'Collected messages',
	missing_content: 'Message without content',
	network: 'Event of the network',
};

export function nameOfDue({ kind }: Due): string {
	return NAMES[kind];
}
