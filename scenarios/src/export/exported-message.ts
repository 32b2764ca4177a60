import type { HistoryMessage } from '../gateway/history.ts';

/** A message of the history with its details. */
export interface ExportedMessage extends HistoryMessage {
	senderId?: string;
	from?: string | null;
	voice?: boolean;
	location?: {
		latitude: number;
		longitude: number;
		name: string | null;
		address: string | null;
		live: boolean;
	};
	contacts?: readonly { name: string; phones: readonly string[]; emails: readonly string[] }[];
	poll?: { question: string; options: readonly string[]; selectable: number };
	reactions?: readonly { emoji: string; senderId: string; isFromMe: boolean; timestamp: string }[];
	/** Of the details of one message only. */
	edits?: readonly { content: string; timestamp: string }[];
	media?: { mimeType: string | null; filename: string | null; caption: string | null } | null;
	sentAt?: string | null;
	failedAt?: string | null;
	error?: { code: string; message: string };
	contactName?: string | null;
}
