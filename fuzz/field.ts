import type { WhatsApp } from '../gateway/test/support/whatsapp.ts';
import type { MetaFront } from './answers/meta-front.ts';
import type { Attacked } from './attacked.ts';
import type { Journal } from './journal.ts';
import type { Target } from './target/gateway.ts';

/** Where the parts of a run do their work. */
export interface Field {
	seed: number;
	target: Target;
	whatsApp: WhatsApp;
	front: MetaFront;
	accounts: readonly Attacked[];
	/** `<address>:<port>` where nobody may ask. */
	canary: string;
	journal: Journal;
	/** Whether the time is over. */
	isOver: () => boolean;
}
