import type { FrameInput, StanzaInput } from '../../whatsapp-server/control/hostile-control.ts';
import type { MediaBehavior } from '../../whatsapp-server/media/media-behavior.ts';
import type { MediaRetryRule } from '../../whatsapp-server/media/media-retry.ts';
import type { MediaRule } from '../../whatsapp-server/rules.ts';
import type { LoggedMediaRequest } from '../../whatsapp-server/log.ts';

/** The faults that the WhatsApp stand-in produces on demand. */
export interface HostileWhatsApp {
	/** Sends one frame; returns whether the account was connected. */
	frame(frame: FrameInput): Promise<boolean>;
	/** Sends a stanza, without redelivery; returns whether the account was connected. */
	stanza(account: string, stanza: StanzaInput): Promise<boolean>;
	/** Drops the unacknowledged stanzas of an account, so that they are not redelivered. */
	dropPending(account: string): Promise<void>;
	/** Sets the patch that a collection of the app state has; null: none. */
	appStatePatch(collection: string, base64: string | null): Promise<void>;
	/** The phone sends these bytes as the file of a history sync: a real one is a compressed HistorySync. */
	historyFile(account: string, bytes: Buffer): Promise<void>;
	mediaRule(rule: MediaRule): Promise<void>;
	/** Sets the behavior of later downloads; none: the default. */
	mediaBehaviors(...behaviors: MediaBehavior[]): Promise<void>;
	/** Sets the phones' answers to requests for a new upload; none: they upload. */
	mediaRetryRules(...rules: MediaRetryRule[]): Promise<void>;
	/** Returns the requests to the media host, the number of open downloads and its `<address>:<port>`. */
	mediaRequests(): Promise<{ requests: LoggedMediaRequest[]; open: number; address: string }>;
}

type Control = <T = unknown>(name: string, body?: object) => Promise<T>;

export function hostileControls(control: Control): HostileWhatsApp {
	const order = async (name: string, body: object): Promise<void> => {
		await control(name, body);
	};
	return {
		frame: async (frame) => (await control<{ sent: boolean }>('frame', frame)).sent,
		stanza: async (account, stanza) => (await control<{ sent: boolean }>('stanza', { account, stanza })).sent,
		dropPending: (account) => order('dropPending', { account }),
		appStatePatch: (collection, base64) => order('appStatePatch', { collection, base64 }),
		historyFile: (account, bytes) => order('historyFile', { account, base64: bytes.toString('base64') }),
		mediaRule: (rule) => order('mediaRule', rule),
		mediaBehaviors: (...behaviors) => order('mediaBehaviors', { behaviors }),
		mediaRetryRules: (...rules) => order('mediaRetryRules', { rules }),
		mediaRequests: () => control('mediaRequests'),
	};
}
