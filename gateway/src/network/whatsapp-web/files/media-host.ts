import type { BinaryNode, MediaConnInfo, WAMediaUploadFunction, WASocket } from 'baileys';
import type { Device } from '../device.ts';
import { isMediaHost } from './media-address.ts';
import { uploadFile } from './upload-file.ts';

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
	device: Pick<Device, 'agent' | 'baileys' | 'clock' | 'closeSignal' | 'log'>,
	socket: Pick<WASocket, 'query'>,
): MediaHost {
	const { clock, closeSignal, log } = device;
	const { getBinaryNodeChild, getBinaryNodeChildren, S_WHATSAPP_NET } = device.baileys;
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
		async upload(filePath, { mediaType, fileEncSha256B64 }) {
			const { hosts, auth } = await current(false);
			for (const { hostname } of hosts) {
				try {
					return await uploadFile(device, { hostname, auth, mediaType, filePath, fileEncSha256B64 });
				} catch (error) {
					closeSignal.throwIfAborted();
					log.warn({ err: error, hostname }, 'a file could not be uploaded to WhatsApp');
					// The host or its authorization may have expired: the next upload queries them again.
					cached = null;
				}
			}
			throw new Error('No media host of WhatsApp accepted the upload.');
		},
	};
}
