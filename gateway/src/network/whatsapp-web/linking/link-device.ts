import type { BinaryNode, WASocket } from 'baileys';
import { randomBytes } from 'node:crypto';
import { GatewayError } from '../../../domain/error.ts';
import type { Device } from '../device.ts';
import { createCodePairing } from './code-pairing.ts';
import type { LinkingEvents, PairingPhone } from './linking-events.ts';
import { createPasskeyCeremony } from './passkey-ceremony.ts';
import { showQrCodes, type QrCodes } from './qr-codes.ts';

const PAIR_DEVICE = 'CB:iq,type:set,pair-device';
const NOTIFICATION = 'CB:notification';
/** QR codes of one connection; WhatsApp sends six refs. */
const MAX_REFS = 20;
/** Longest ref, in bytes. */
const REF_LIMIT = 1024;
/** How the device is named in the phone's list: browser type Chrome, as in the registration. */
const BROWSER: [string, string, string] = ['', 'Chrome', ''];
const REFRESH_CHILDREN = ['companion_reg_refresh', 'pair-device-rotate-qr'];

type Listener = (node: BinaryNode) => unknown;

/** The linking of a device on one connection. */
export interface Linking {
	/** Answers WhatsApp's request for a passkey. */
	answerPasskey: (response: Readonly<Record<string, unknown>>) => Promise<void>;
	stop: () => void;
}

/**
 * Links a device: shows QR codes, or pairing codes where `pairing` names a phone, until the phone has confirmed one. It
 * replaces Baileys' handling of the stanzas before the link: Baileys keeps showing a secret that WhatsApp has retired
 * (companion_reg_refresh), acknowledges no notification, and knows no passkeys. Call it before the connection is open.
 */
export function linkDevice(
	device: Device,
	{ ws, sendNode, query }: Pick<WASocket, 'ws' | 'sendNode' | 'query'>,
	pairing: PairingPhone | null,
	events: LinkingEvents,
): Linking {
	const { baileys, clock, creds } = device;
	const { getBinaryNodeChild, getBinaryNodeChildren, S_WHATSAPP_NET } = baileys;
	const passkey = createPasskeyCeremony(device, { query }, events);
	const codes = pairing === null ? null : createCodePairing(device, { query }, pairing, events);
	let qrCodes: QrCodes | null = null;

	const isLinked = (): boolean => creds.me !== undefined;

	function render(ref: string): string {
		const [noise, identity] = [creds.noiseKey.public, creds.signedIdentityKey.public].map((key) =>
			Buffer.from(key).toString('base64'),
		);
		return baileys.buildPairingQRData(ref, noise ?? '', identity ?? '', creds.advSecretKey, BROWSER);
	}

	async function onPairDevice(node: BinaryNode): Promise<void> {
		const { id = '' } = node.attrs;
		await sendNode({ tag: 'iq', attrs: { to: S_WHATSAPP_NET, type: 'result', id } });
		if (isLinked() || passkey.isOpen()) return;
		if (codes !== null) {
			codes.start();
			return;
		}
		const refs = getBinaryNodeChildren(getBinaryNodeChild(node, 'pair-device'), 'ref')
			.slice(0, MAX_REFS)
			.map(({ content }) => content)
			.filter((content) => content instanceof Uint8Array)
			.filter(({ length }) => length > 0 && length <= REF_LIMIT)
			.map((ref) => Buffer.from(ref).toString('utf8'));
		qrCodes?.stop();
		qrCodes = showQrCodes(refs, {
			clock,
			render,
			onCode(text, expiresAt) {
				if (!isLinked()) events.onWaiting({ kind: 'qr', text, expiresAt });
			},
			onExpired: events.onQrCodesExpired,
		});
	}

	/** WhatsApp has retired the secret of the device: shows the code with a new one. */
	function refreshSecret(node: BinaryNode): void {
		if (!REFRESH_CHILDREN.some((tag) => getBinaryNodeChild(node, tag) !== undefined)) return;
		// The phone links the device with this secret; a new one would make the link fail.
		if (codes?.isAwaitingLink() === true || passkey.isOpen()) return;
		creds.advSecretKey = randomBytes(32).toString('base64');
		qrCodes?.refresh();
	}

	async function onNotification(node: BinaryNode): Promise<void> {
		const { id = '', from = S_WHATSAPP_NET, type = '' } = node.attrs;
		await sendNode({ tag: 'ack', attrs: { id, to: from, class: 'notification', type } });
		switch (type) {
			case 'companion_reg_refresh':
				refreshSecret(node);
				return;
			case 'link_code_companion_reg':
				await codes?.handle(node);
				return;
			case 'passkey_prologue_request':
				qrCodes?.stop();
				codes?.stop();
				await passkey.request(node);
				return;
			case 'crsc_continuation':
				await passkey.continue(node);
		}
	}

	replaceListeners(ws, PAIR_DEVICE, () => onPairDevice);
	replaceListeners(
		ws,
		NOTIFICATION,
		(original) => (node) => (isLinked() ? original(node) : onNotification(node)),
	);
	return {
		async answerPasskey(response) {
			if (isLinked()) throw new GatewayError('invalid_parameters', 'The device is linked already.');
			await passkey.answer(response);
		},
		stop() {
			qrCodes?.stop();
			codes?.stop();
			passkey.stop();
		},
	};
}

/** Replaces Baileys' listeners of an event by one; `replace` receives a function that calls them. */
function replaceListeners(ws: WASocket['ws'], name: string, replace: (original: Listener) => Listener): void {
	const originals = ws.listeners(name) as Listener[];
	ws.removeAllListeners(name);
	ws.on(
		name,
		replace((node) => Promise.all(originals.map((listener) => listener(node)))),
	);
}
