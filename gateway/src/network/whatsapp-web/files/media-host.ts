import type { BinaryNode, MediaConnInfo, WAMediaUploadFunction, WASocket } from 'baileys';
import type { ILogger } from 'baileys/lib/Utils/logger.js';
import type { Clock } from '../../../domain/clock.ts';
import type { Baileys } from '../baileys/baileys.ts';
import { isMediaHost } from './media-address.ts';

/** The media host that WhatsApp assigns to a connection. */
export interface MediaHost {
	/** Returns undefined where WhatsApp assigns none; the default host is used then. */
	hostname(): Promise<string | undefined>;
	upload: WAMediaUploadFunction;
}

/**
 * Queries the media host when one is needed, and caches it until it expires. It replaces Baileys' own query: Baileys
 * also caches a failed query for the rest of the connection, after which every upload and download fails.
 */
export function createMediaHost(
	baileys: Baileys,
	socket: Pick<WASocket, 'query'>,
	{ clock, logger }: { clock: Clock; logger: ILogger },
): MediaHost {
	const { DEFAULT_CONNECTION_CONFIG, getBinaryNodeChild, getBinaryNodeChildren, S_WHATSAPP_NET } = baileys;
	let cached: MediaConnInfo | null = null;
	let pending: Promise<MediaConnInfo> | null = null;

	async function query(): Promise<MediaConnInfo> {
		const response = (await socket.query({
			tag: 'iq',
			attrs: { type: 'set', xmlns: 'w:m', to: S_WHATSAPP_NET },
			content: [{ tag: 'media_conn', attrs: {} }],
		})) as BinaryNode;
		const mediaConn = getBinaryNodeChild(response, 'media_conn');
		return {
			hosts: getBinaryNodeChildren(mediaConn, 'host')
				.map(({ attrs }) => ({
					hostname: attrs.hostname ?? '',
					maxContentLengthBytes: Number(attrs.maxContentLengthBytes),
				}))
				.filter(({ hostname }) => isMediaHost(hostname)),
			auth: mediaConn?.attrs.auth ?? '',
			ttl: Number(mediaConn?.attrs.ttl ?? 0),
			fetchDate: new Date(clock.now()),
		};
	}

	async function current(forceRefresh: boolean): Promise<MediaConnInfo> {
		const isExpired = cached === null || clock.now() > cached.fetchDate.getTime() + cached.ttl * 1000;
		if (cached !== null && !forceRefresh && !isExpired) return cached;
		pending ??= query().finally(() => {
			pending = null;
		});
		cached = await pending;
		return cached;
	}

	return {
		hostname: async () => (await current(false)).hosts[0]?.hostname,
		upload: baileys.getWAUploadToServer({ ...DEFAULT_CONNECTION_CONFIG, logger }, current),
	};
}
