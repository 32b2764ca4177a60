import type { ToldFrame, ToldStanza } from '../../whatsapp-server/hostile-control.ts';
import type { MediaBehavior } from '../../whatsapp-server/media/media-behavior.ts';
import type { MediaRetryRule } from '../../whatsapp-server/media/media-retry.ts';
import type { MediaRule } from '../../whatsapp-server/rules.ts';
import type { LoggedMediaRequest } from '../../whatsapp-server/log.ts';

/** What the stand-in for WhatsApp does on demand that WhatsApp does not do on purpose. */
export interface HostileWhatsApp {
	/** Sends the bytes of one frame; tells whether the account was connected. */
	frame(told: ToldFrame): Promise<boolean>;
	/** Sends a stanza, which is not sent again; tells whether the account was connected. */
	stanza(account: string, stanza: ToldStanza): Promise<boolean>;
	/** Forgets what an account has not acknowledged, so that it is not sent again. */
	dropPending(account: string): Promise<void>;
	mediaRule(rule: MediaRule): Promise<void>;
	/** How downloads fare from now on; none: as usual. */
	mediaBehaviors(...behaviors: MediaBehavior[]): Promise<void>;
	/** How phones answer when they are asked to upload a file again; none: they do it. */
	mediaRetryRules(...rules: MediaRetryRule[]): Promise<void>;
	/** What the media host was asked, how many downloads are open, and its `<address>:<port>`. */
	mediaRequests(): Promise<{ requests: LoggedMediaRequest[]; open: number; address: string }>;
}

type Control = <T = unknown>(name: string, body?: object) => Promise<T>;

export function hostileControls(control: Control): HostileWhatsApp {
	const order = async (name: string, body: object): Promise<void> => {
		await control(name, body);
	};
	return {
		frame: async (told) => (await control<{ sent: boolean }>('frame', told)).sent,
		stanza: async (account, stanza) => (await control<{ sent: boolean }>('stanza', { account, stanza })).sent,
		dropPending: (account) => order('dropPending', { account }),
		mediaRule: (rule) => order('mediaRule', rule),
		mediaBehaviors: (...behaviors) => order('mediaBehaviors', { behaviors }),
		mediaRetryRules: (...rules) => order('mediaRetryRules', { rules }),
		mediaRequests: () => control('mediaRequests'),
	};
}
