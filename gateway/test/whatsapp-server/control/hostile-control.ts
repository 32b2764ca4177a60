import type { MediaBehavior } from '../media/media-behavior.ts';
import type { MediaRetryRule } from '../media/media-retry.ts';
import { sendHistoryFile } from '../phone/history.ts';
import type { MediaRule } from '../rules.ts';
import type { Stanza } from '../wire/stanza.ts';
import { accountOf, type World } from '../world.ts';

/** A stanza from a test; bytes are base64. */
export interface StanzaInput {
	tag: string;
	attrs?: Record<string, string>;
	content?: StanzaInput[] | string | { base64: string };
}

/** The bytes of one frame. */
export type FrameInput = ({ hex: string } | { base64: string }) & {
	account: string;
	/** Whether to encrypt them like a stanza; true by default. */
	encrypted?: boolean;
};

/** The controls that make the stand-in misbehave. */
export const HOSTILE_CONTROLS: Readonly<
	Record<string, (world: World, body: never) => Promise<object> | object>
> = {
	/** Sends the bytes of a frame; returns whether the account was connected. */
	frame(world, body: FrameInput) {
		const bytes = 'hex' in body ? Buffer.from(body.hex, 'hex') : Buffer.from(body.base64, 'base64');
		const { connection } = accountOf(world, body.account);
		connection?.sendFrame(bytes, body.encrypted ?? true);
		return { sent: connection !== null };
	},
	/** Sends a stanza without redelivery; returns whether the account was connected. */
	stanza(world, body: { account: string; stanza: StanzaInput }) {
		const { connection } = accountOf(world, body.account);
		connection?.send(stanzaOf(body.stanza));
		return { sent: connection !== null };
	},
	/** Drops the unacknowledged stanzas of an account. */
	dropPending(world, body: { account: string }) {
		accountOf(world, body.account).pending.clear();
		return {};
	},
	/** Sets the patch that a collection of the app state has, for all accounts; null: none. */
	appStatePatch(world, body: { collection: string; base64: string | null }) {
		if (body.base64 === null) world.appStatePatches.delete(body.collection);
		else world.appStatePatches.set(body.collection, Buffer.from(body.base64, 'base64'));
		return {};
	},
	/** The phone sends these bytes as the file of a history sync. */
	async historyFile(world, body: { account: string; base64: string }) {
		await sendHistoryFile(world, accountOf(world, body.account), Buffer.from(body.base64, 'base64'));
		return {};
	},
	mediaRule(world, body: MediaRule) {
		world.mediaRule = body;
		return {};
	},
	/** Sets the behavior of later downloads; an empty list restores the default. */
	mediaBehaviors(world, body: { behaviors: MediaBehavior[] }) {
		world.mediaBehaviors = body.behaviors;
		return {};
	},
	/** Sets the phones' answers to requests for a new upload. */
	mediaRetryRules(world, body: { rules: MediaRetryRule[] }) {
		world.mediaRetryRules = body.rules;
		return {};
	},
	/** Returns the requests to the media host and the number of open downloads. */
	mediaRequests: ({ log, openDownloads, mediaHost }) => ({
		requests: log.mediaRequests,
		open: openDownloads,
		address: mediaHost,
	}),
};

function stanzaOf({ tag, attrs = {}, content }: StanzaInput): Stanza {
	if (content === undefined) return { tag, attrs };
	if (typeof content === 'string') return { tag, attrs, content };
	if (Array.isArray(content)) return { tag, attrs, content: content.map(stanzaOf) };
	return { tag, attrs, content: Buffer.from(content.base64, 'base64') };
}
