import { readFile } from 'node:fs/promises';
import { GatewayError } from '../../../domain/error.ts';
import type { MediaFile } from '../../network-message.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isDecodable } from '../outbound/image-pixels.ts';
import { refusalCode } from '../errors/refusal-code.ts';

const SERVER = 's.whatsapp.net';
/** The first bytes of a JPEG file. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Codes with which WhatsApp refuses the image itself. */
const NOT_ACCEPTED = new Set([400, 406, 413]);

/**
 * Reads a picture of a profile or a group as the square JPEG that phones show. An image that the image library cannot
 * read, or that has too many pixels for it, is returned as it is if it is a JPEG; otherwise throws invalid_parameters.
 */
export async function readPicture(
	{ baileys }: Pick<Device, 'baileys'>,
	{ path }: MediaFile,
): Promise<Buffer> {
	const file = await readFile(path);
	const square = isDecodable(file) ? await baileys.generateProfilePicture(file).catch(() => null) : null;
	if (square !== null) return square.img;
	if (file.subarray(0, JPEG.length).equals(JPEG)) return file;
	throw notAccepted();
}

/** Sets the picture of a group; without a group, the account's picture. Throws invalid_parameters. */
export async function setPicture(
	{ socket }: Pick<DeviceConnection, 'socket'>,
	image: Buffer,
	groupId?: string,
): Promise<void> {
	try {
		await socket.query({
			tag: 'iq',
			attrs: pictureAttrs(groupId),
			content: [{ tag: 'picture', attrs: { type: 'image' }, content: image }],
		});
	} catch (error) {
		const code = refusalCode(error);
		throw code !== null && NOT_ACCEPTED.has(code) ? notAccepted() : error;
	}
}

/** Removes the picture of a group; without a group, the account's picture. */
export async function removePicture(
	{ socket }: Pick<DeviceConnection, 'socket'>,
	groupId?: string,
): Promise<void> {
	await socket.query({ tag: 'iq', attrs: pictureAttrs(groupId) });
}

function pictureAttrs(groupId: string | undefined): Record<string, string> {
	const target = groupId === undefined ? {} : { target: groupId };
	return { to: SERVER, type: 'set', xmlns: 'w:profile:picture', ...target };
}

function notAccepted(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		'WhatsApp does not accept this picture. Use a JPEG image, best a square one of 640 × 640 pixels.',
	);
}
