import type { BinaryNode, WASocket } from 'baileys';
import { randomBytes } from 'node:crypto';
import type { Cancel } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { Device } from '../device.ts';
import { refusalCode } from '../errors/refusal-code.ts';
import {
	commitCompanion,
	handoffKey,
	handoffProof,
	sealPairingRequest,
	type CompanionCommitment,
} from './companion-envelope.ts';
import type { LinkingEvents, LinkingFailure } from './linking-events.ts';
import { readAssertion } from './passkey-assertion.ts';

/** Milliseconds for which WhatsApp accepts the proof that the device showed the scanned code. */
const HANDOFF_LIFETIME = 5 * 60_000;
/** Milliseconds after the answer in which WhatsApp links the device. */
const LINK_TIMEOUT = 2 * 60_000;
/** Largest request for a passkey, in bytes; real ones have a few hundred. */
const OPTIONS_LIMIT = 16_384;
const OPTIONS = 'passkey_request_options';

export interface PasskeyCeremony {
	/** Handles a notification of the type passkey_prologue_request. */
	request: (node: BinaryNode) => Promise<void>;
	/** Handles a notification of the type crsc_continuation: the phone's key. */
	continue: (node: BinaryNode) => Promise<void>;
	/** Sends the browser's answer. Throws invalid_parameters where it is wrong, or no passkey is asked for. */
	answer: (response: Readonly<Record<string, unknown>>) => Promise<void>;
	/** Whether WhatsApp has asked for a passkey. */
	isOpen: () => boolean;
	stop: () => void;
}

/**
 * Links a device whose account WhatsApp protects by a passkey: WhatsApp sends a WebAuthn request, which only the owner's
 * browser can answer, then the phone receives the keys of the device encrypted for it.
 */
export function createPasskeyCeremony(
	{ baileys, clock, creds }: Pick<Device, 'baileys' | 'clock' | 'creds'>,
	socket: Pick<WASocket, 'query'>,
	{ onWaiting, onFailed }: Pick<LinkingEvents, 'onWaiting' | 'onFailed'>,
): PasskeyCeremony {
	const { getBinaryNodeChildBuffer, S_WHATSAPP_NET } = baileys;
	let open: { challenge: string; key: Buffer } | null = null;
	let commitment: CompanionCommitment | null = null;
	let cancel: Cancel = () => undefined;

	const query = async (type: 'get' | 'set', content: BinaryNode) =>
		(await socket.query({
			tag: 'iq',
			attrs: { to: S_WHATSAPP_NET, type, xmlns: 'md' },
			content: [content],
		})) as BinaryNode;

	function fail(explanation: string, cause?: unknown): void {
		cancel();
		if (creds.me !== undefined) return;
		const error = new GatewayError('provider_verification_required', explanation, { cause });
		const failure: LinkingFailure = { reason: 'provider_verification_required', error };
		onFailed(failure);
	}

	function failAfter(delay: number, explanation: string): void {
		cancel();
		cancel = clock.schedule(delay, () => {
			fail(explanation);
		});
	}

	async function readOptions(node: BinaryNode): Promise<Record<string, unknown>> {
		const sent = getBinaryNodeChildBuffer(node, OPTIONS);
		const bytes =
			sent ??
			getBinaryNodeChildBuffer(await query('get', { tag: OPTIONS, attrs: {} }), OPTIONS) ??
			Buffer.alloc(0);
		if (bytes.length > OPTIONS_LIMIT) throw new Error('The request for a passkey is too long.');
		const options: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
		if (typeof options !== 'object' || options === null)
			throw new Error('The request for a passkey is no object.');
		return { ...options };
	}

	return {
		async request(node) {
			try {
				const options = await readOptions(node);
				const { challenge, timeout } = options;
				if (typeof challenge !== 'string') throw new Error('The request for a passkey has no challenge.');
				open = { challenge: challenge.replace(/=+$/, ''), key: handoffKey(baileys, creds.advSecretKey) };
				commitment = null;
				// The secret of the scanned code is used up: the phone receives this one, encrypted.
				creds.advSecretKey = randomBytes(32).toString('base64');
				const lifetime = typeof timeout === 'number' && timeout > 0 ? timeout : HANDOFF_LIFETIME;
				const expiresIn = Math.min(lifetime, HANDOFF_LIFETIME);
				failAfter(expiresIn, EXPIRED);
				onWaiting({
					kind: 'passkey_request',
					request: { options, expiresAt: clock.now() + expiresIn },
				});
			} catch (error) {
				fail(UNREADABLE, error);
			}
		},
		async answer(response) {
			if (open === null) throw new GatewayError('invalid_parameters', NOT_ASKED);
			const { challenge, key } = open;
			const assertion = readAssertion(response, challenge);
			const ref = getBinaryNodeChildBuffer(await query('get', { tag: 'ref', attrs: {} }), 'ref');
			if (ref === undefined) throw new Error('WhatsApp sent no ref for the passkey.');
			const committed = commitCompanion(baileys, Buffer.from(ref).toString('utf8'));
			commitment = committed;
			try {
				await query('set', {
					tag: 'passkey_prologue',
					attrs: {},
					content: [
						{ tag: 'credential_id', attrs: {}, content: assertion.credentialId },
						{ tag: 'webauthn_assertion', attrs: {}, content: Buffer.from(assertion.json) },
						{ tag: 'prologue_payload', attrs: {}, content: committed.prologue },
						{ tag: 'pairing_handoff_proof', attrs: {}, content: handoffProof(key, committed) },
					],
				});
			} catch (error) {
				// The connection was lost, or WhatsApp did not answer.
				if (refusalCode(error) === null) throw error;
				throw new GatewayError('invalid_parameters', REFUSED, { cause: error });
			}
			open = null;
			failAfter(LINK_TIMEOUT, NOT_LINKED);
		},
		async continue(node) {
			const committed = commitment;
			const identity = getBinaryNodeChildBuffer(node, 'primary_ephemeral_identity');
			if (committed === null || identity === undefined) return;
			commitment = null;
			try {
				const request = sealPairingRequest(baileys, committed, creds, identity);
				await query('set', { tag: 'companion_nonce', attrs: {}, content: committed.nonce });
				await query('set', { tag: 'encrypted_pairing_request', attrs: {}, content: request });
			} catch (error) {
				fail(NOT_LINKED, error);
			}
		},
		isOpen: () => open !== null || commitment !== null,
		stop() {
			cancel();
			open = null;
			commitment = null;
		},
	};
}

const NOT_ASKED =
	'WhatsApp asks for no passkey for this instance at the moment. Connect the instance again, scan the code, and answer the request that follows.';
const REFUSED =
	"WhatsApp did not accept the passkey. Use the passkey of this WhatsApp account on https://web.whatsapp.com and send the browser's answer unchanged.";
const EXPIRED =
	'WhatsApp asked for the passkey of this account, and no answer arrived in time. Connect the instance again, scan the code, and answer the request within five minutes.';
const UNREADABLE =
	'WhatsApp asked for a passkey in a way that this gateway does not understand. Update the gateway; until then connect this number through the official API.';
const NOT_LINKED =
	'WhatsApp accepted the passkey, but the phone did not link the device. Keep WhatsApp open on the phone, and connect the instance again.';
