import type { MediaBehavior } from './media/media-behavior.ts';
import type { MediaRetryRule } from './media/media-retry.ts';
import type { MediaRule } from './rules.ts';
import type { Stanza } from './wire/stanza.ts';
import { accountOf, type World } from './world.ts';

/** A stanza as a test tells it: bytes are base64. */
export interface ToldStanza {
	tag: string;
	attrs?: Record<string, string>;
	content?: ToldStanza[] | string | { base64: string };
}

/** The bytes of one frame. */
export type ToldFrame = ({ hex: string } | { base64: string }) & {
	account: string;
	/** Whether they are encrypted, as those of a stanza are; absent: they are. */
	encrypted?: boolean;
};

/** What a test tells the stand-in to do that WhatsApp does not do on purpose. */
export const HOSTILE_CONTROLS: Readonly<Record<string, (world: World, body: never) => object>> = {
	/** The server sends the bytes of a frame, whatever they are; tells whether the account was connected. */
	frame(world, told: ToldFrame) {
		const bytes = 'hex' in told ? Buffer.from(told.hex, 'hex') : Buffer.from(told.base64, 'base64');
		const { connection } = accountOf(world, told.account);
		connection?.sendFrame(bytes, told.encrypted ?? true);
		return { sent: connection !== null };
	},
	/** The server sends a stanza, and does not wait for an acknowledgement; tells whether the account was connected. */
	stanza(world, told: { account: string; stanza: ToldStanza }) {
		const { connection } = accountOf(world, told.account);
		connection?.send(stanzaOf(told.stanza));
		return { sent: connection !== null };
	},
	/** The server forgets what an account has not acknowledged. */
	dropPending(world, told: { account: string }) {
		accountOf(world, told.account).pending.clear();
		return {};
	},
	mediaRule(world, told: MediaRule) {
		world.mediaRule = told;
		return {};
	},
	/** How downloads fare from now on; `behaviors: []` ends it. */
	mediaBehaviors(world, told: { behaviors: MediaBehavior[] }) {
		world.mediaBehaviors = told.behaviors;
		return {};
	},
	/** How phones answer when they are asked to upload a file again. */
	mediaRetryRules(world, told: { rules: MediaRetryRule[] }) {
		world.mediaRetryRules = told.rules;
		return {};
	},
	/** What the media host was asked, and how many downloads are open. */
	mediaRequests: ({ log, openDownloads, mediaHost }) => ({
		requests: log.mediaRequests,
		open: openDownloads,
		address: mediaHost,
	}),
};

function stanzaOf({ tag, attrs = {}, content }: ToldStanza): Stanza {
	if (content === undefined) return { tag, attrs };
	if (typeof content === 'string') return { tag, attrs, content };
	if (Array.isArray(content)) return { tag, attrs, content: content.map(stanzaOf) };
	return { tag, attrs, content: Buffer.from(content.base64, 'base64') };
}
