import type { BinaryNode, WASocket } from 'baileys';
import type { Cancel } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { Device } from '../device.ts';
import { refusalCode } from '../errors/refusal-code.ts';
import { createLinkCode, finishLinkCode, type LinkCode } from './link-code.ts';
import type { LinkingEvents, LinkingFailure, PairingPhone } from './linking-events.ts';

/** Milliseconds for which WhatsApp accepts a code. */
const LIFETIME = 180_000;
/** Milliseconds after the phone has sent a code in which WhatsApp links the device; a phone with a wrong code is silent. */
const LINK_TIMEOUT = 60_000;
/** Codes that are issued before linking ends: a quarter of an hour. */
const MAX_CODES = 5;
/** Attempts of a phone with one code, as in WhatsApp's own client. */
const MAX_ATTEMPTS = 3;

/** WhatsApp refuses pairing by code for a client whose name is not that of a browser and an operating system. */
const CLIENT_NAME = 'Chrome (Windows)';
/** Chrome, among the clients that WhatsApp numbers. */
const CLIENT_TYPE = '1';
const TAG = 'link_code_companion_reg';

export interface CodePairing {
	/** Requests the first code. */
	start: () => void;
	/** Handles a notification of the type link_code_companion_reg. */
	handle: (node: BinaryNode) => Promise<void>;
	/** Whether the phone has sent a code, so that the device's secret belongs to it. */
	isAwaitingLink: () => boolean;
	stop: () => void;
}

/**
 * Links a device by codes that are typed on the phone. Unlike Baileys' requestPairingCode it reads WhatsApp's answer
 * before it reports a code, and changes the credentials only when the phone has sent one.
 */
export function createCodePairing(
	{
		baileys,
		clock,
		creds,
		instanceId,
		log,
	}: Pick<Device, 'baileys' | 'clock' | 'creds' | 'instanceId' | 'log'>,
	socket: Pick<WASocket, 'query'>,
	pairing: PairingPhone,
	{ onWaiting, onFailed }: Pick<LinkingEvents, 'onWaiting' | 'onFailed'>,
): CodePairing {
	const { getBinaryNodeChild, getBinaryNodeChildBuffer, S_WHATSAPP_NET } = baileys;
	const jid = `${pairing.phone}@${S_WHATSAPP_NET.replace('@', '')}`;
	let current: (LinkCode & { ref: Uint8Array; attempts: number }) | null = null;
	let isRequesting = false;
	let isStopped = false;
	let isAwaitingLink = false;
	let cancel: Cancel = () => undefined;

	async function send(stage: string, attrs: Record<string, string>, content: BinaryNode[]) {
		return (await socket.query({
			tag: 'iq',
			attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
			content: [{ tag: TAG, attrs: { jid, stage, ...attrs }, content }],
		})) as BinaryNode | undefined;
	}

	/** Requests a code and reports it. The phone is notified of the first one only. */
	async function request(): Promise<void> {
		const code = await createLinkCode(baileys);
		const isFirst = pairing.issued === 0;
		pairing.issued += 1;
		const answer = await send('companion_hello', { should_show_push_notification: String(isFirst) }, [
			bytes('link_code_pairing_wrapped_companion_ephemeral_pub', code.wrappedKey),
			bytes('companion_server_auth_key_pub', creds.noiseKey.public),
			{ tag: 'companion_platform_id', attrs: {}, content: CLIENT_TYPE },
			{ tag: 'companion_platform_display', attrs: {}, content: CLIENT_NAME },
			bytes('link_code_pairing_nonce', Buffer.from([0])),
		]);
		const ref = getBinaryNodeChildBuffer(getBinaryNodeChild(answer, TAG), 'link_code_pairing_ref');
		if (ref === undefined) throw new Error('WhatsApp sent no ref for the pairing code.');
		if (isStopped) return;
		current = { ...code, ref, attempts: 0 };
		isAwaitingLink = false;
		replaceAfter(LIFETIME);
		onWaiting({
			kind: 'pairing_code',
			code: code.code,
			expiresAt: clock.now() + LIFETIME,
		});
	}

	function replaceAfter(delay: number): void {
		cancel();
		cancel = clock.schedule(delay, replace);
	}

	/** Replaces the current code by a new one. */
	function replace(): void {
		if (isRequesting || isStopped || creds.me !== undefined) return;
		cancel();
		current = null;
		isAwaitingLink = false;
		if (pairing.issued >= MAX_CODES) {
			onFailed(allExpired());
			return;
		}
		isRequesting = true;
		request()
			.catch((error: unknown) => {
				if (!isStopped) onFailed(refused(pairing.phone, error));
			})
			.finally(() => {
				isRequesting = false;
			});
	}

	async function finish(code: LinkCode & { ref: Uint8Array }, sent: BinaryNode): Promise<void> {
		const wrappedKey = getBinaryNodeChildBuffer(sent, 'link_code_pairing_wrapped_primary_ephemeral_pub');
		const identity = getBinaryNodeChildBuffer(sent, 'primary_identity_pub');
		// WhatsApp also sends notifications of this type that carry no keys.
		if (wrappedKey === undefined || identity === undefined) return;
		const { keyBundle, secret } = await finishLinkCode(baileys, code, creds, { wrappedKey, identity });
		if (isStopped || current !== code) return;
		creds.advSecretKey = secret;
		isAwaitingLink = true;
		replaceAfter(LINK_TIMEOUT);
		await send('companion_finish', {}, [
			bytes('link_code_pairing_wrapped_key_bundle', keyBundle),
			bytes('companion_identity_public', creds.signedIdentityKey.public),
			bytes('link_code_pairing_ref', code.ref),
		]);
	}

	return {
		start: replace,
		async handle(node) {
			const sent = getBinaryNodeChild(node, TAG);
			const ref = getBinaryNodeChildBuffer(sent, 'link_code_pairing_ref');
			const code = current;
			if (sent === undefined || ref === undefined || code === null || !Buffer.from(ref).equals(code.ref))
				return;
			if (sent.attrs.stage === 'refresh_code') {
				replace();
				return;
			}
			code.attempts += 1;
			try {
				if (code.attempts > MAX_ATTEMPTS) throw new Error('The phone sent too many codes.');
				await finish(code, sent);
			} catch (error) {
				log.debug({ err: error, instanceId }, 'a pairing code did not link the device; it is replaced');
				if (current === code) replace();
			}
		},
		isAwaitingLink: () => isAwaitingLink,
		stop() {
			isStopped = true;
			cancel();
		},
	};
}

function bytes(tag: string, content: Uint8Array): BinaryNode {
	return { tag, attrs: {}, content };
}

function refused(phone: string, error: unknown): LinkingFailure {
	const code = refusalCode(error);
	if (code === 429) {
		const message =
			'WhatsApp issues no more pairing codes for this number at the moment, because too many were requested. Wait an hour and connect the instance again, or scan a QR code.';
		return { reason: 'connection_lost', error: unavailable(message, 3600, error) };
	}
	if (code !== null && code >= 400 && code < 500) {
		const message = `WhatsApp issued no pairing code for ${phone}. Check that the number has a WhatsApp account and starts with its country code. WhatsApp also refuses after too many attempts: then wait an hour, or scan a QR code.`;
		return {
			reason: 'connection_lost',
			error: new GatewayError('invalid_phone_number', message, { cause: error }),
		};
	}
	const message =
		'WhatsApp sent no pairing code. Connect the instance again in a few minutes, or scan a QR code.';
	return { reason: 'connection_lost', error: unavailable(message, 60, error) };
}

function allExpired(): LinkingFailure {
	const message =
		'The pairing codes have expired, or the codes typed on the phone were wrong. Connect the instance again for a new code.';
	return { reason: 'connection_lost', error: unavailable(message, 5) };
}

function unavailable(message: string, retryAfter: number, cause?: unknown): GatewayError {
	return new GatewayError('service_unavailable', message, { retryAfter, cause });
}
