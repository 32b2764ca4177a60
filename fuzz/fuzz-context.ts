import type { WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import type { FaultyMeta } from './answers/faulty-meta.ts';
import type { AttackedAccount } from './attacked-accounts.ts';
import type { Journal } from './journal.ts';
import type { Target } from './target/gateway.ts';

/** The dependencies of the parts of a run. */
export interface FuzzContext {
	seed: number;
	target: Target;
	whatsApp: WhatsApp;
	faultyMeta: FaultyMeta;
	accounts: readonly AttackedAccount[];
	/** `<address>:<port>` of a server that must get no request. */
	canary: string;
	journal: Journal;
	/** Returns whether the time limit has passed. */
	isOver: () => boolean;
}
