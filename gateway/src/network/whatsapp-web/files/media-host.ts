import type { BinaryNode, MediaConnInfo, WAMediaUploadFunction, WASocket } from 'baileys';
import type { Device } from '../device.ts';
import { isMediaHost } from './media-address.ts';
import { uploadFile } from './upload-file.ts';

/** WhatsApp's server for files, as one connection is told of it. */
export interface MediaHost {
	/** Its name; undefined where WhatsApp names none, and the usual one is meant. */
	name(): Promise<string | undefined>;
	upload: WAMediaUploadFunction;
}

/**
 * Asks for the server for files when one is needed, and again when what was told has expired. In Baileys' place: it
 * keeps an answer that did not come for as long as the connection lasts, and no file would go in or out any more.
 */
export function createMediaHost(
	device: Pick<Device, 'agent' | 'baileys' | 'clock' | 'ended' | 'log'>,
	socket: Pick<WASocket, 'query'>,
): MediaHost {
	const { clock, ended, log } = device;
	const { getBinaryNodeChild, getBinaryNodeChildren, S_WHATSAPP_NET } = device.baileys;
	let known: MediaConnInfo | null = null;
	let asking: Promise<MediaConnInfo> | null = null;

	async function ask(): Promise<MediaConnInfo> {
		const answer = (await socket.query({
			tag: 'iq',
			attrs: { type: 'set', xmlns: 'w:m', to: S_WHATSAPP_NET },
			content: [{ tag: 'media_conn', attrs: {} }],
		})) as BinaryNode;
		const told = getBinaryNodeChild(answer, 'media_conn');
		return {
			hosts: getBinaryNodeChildren(told, 'host')
				.map(({ attrs }) => ({
					hostname: attrs.hostname ?? '',
					maxContentLengthBytes: Number(attrs.maxContentLengthBytes),
				}))
				.filter(({ hostname }) => isMediaHost(hostname)),
			auth: told?.attrs.auth ?? '',
			ttl: Number(told?.attrs.ttl ?? 0),
			fetchDate: new Date(clock.now()),
		};
	}

	async function current(anew: boolean): Promise<MediaConnInfo> {
		const expired = known === null || clock.now() > known.fetchDate.getTime() + known.ttl * 1000;
		if (known !== null && !anew && !expired) return known;
		asking ??= ask().finally(() => {
			asking = null;
		});
		known = await asking;
		return known;
	}

	return {
		name: async () => (await current(false)).hosts[0]?.hostname,
		async upload(filePath, { mediaType, fileEncSha256B64 }) {
			const { hosts, auth } = await current(false);
			for (const { hostname } of hosts) {
				try {
					return await uploadFile(device, { hostname, auth, mediaType, filePath, fileEncSha256B64 });
				} catch (error) {
					ended.throwIfAborted();
					log.warn({ err: error, hostname }, 'a file could not be uploaded to WhatsApp');
					// What the hosts were to be shown may have ended.
					known = null;
				}
			}
			throw new Error('None of the hosts of WhatsApp took the file.');
		},
	};
}
