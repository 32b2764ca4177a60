import type { InstanceId } from '../../domain/ids.ts';

/** The key of a chat, as its rows have it. */
export interface ChatKey {
	instanceId: InstanceId;
	chatId: string;
}

/** The key of a chat as a text, for maps and sets. An instance id has no space. */
export function chatKeyText({ instanceId, chatId }: ChatKey): string {
	return `${instanceId} ${chatId}`;
}
