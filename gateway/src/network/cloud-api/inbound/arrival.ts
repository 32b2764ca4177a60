import type { NetworkEvent } from '../../network-event.ts';
import type { MetaFile } from './content/incoming-content.ts';

/**
 * A message, an echo or a change that Meta reported. Those of one chat are reported in order, each when its file is
 * downloaded.
 */
export interface Arrival {
	event: Extract<NetworkEvent, { kind: 'message' | 'echo' | 'change' }>;
	/** The id of the chat that clients use. */
	chatId: string;
	/** Meta's id of the arrival itself. */
	networkId: string;
	/** The file to download; null: it has none. */
	file: MetaFile | null;
	/** Meta's id of the message that this one replies to, or that the change is about. */
	referencedId: string | null;
	/** When a change was made, in epoch milliseconds; absent: Meta does not say it. */
	reportedAt?: number;
}

/** Returns a text that identifies an arrival of the instance. */
export function identityOf({ chatId, networkId }: Pick<Arrival, 'chatId' | 'networkId'>): string {
	return JSON.stringify([chatId, networkId]);
}
