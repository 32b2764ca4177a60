import { createHash } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { LinkOptions } from '../driver.ts';
import type { NetworkEvent } from '../network-event.ts';
import { connectedEvents, linkAccount, reportConnected, type Account } from './account/account.ts';
import { behaviorOf, profileOf } from './phones/behavior.ts';
import type { Phone } from './phones/phone.ts';
import { retryUntilClosed } from './retry-until-closed.ts';

/** Milliseconds for which a QR code can be scanned, a pairing code be typed, and a passkey be shown. */
const QR_LIFETIME = 60_000;
const PAIRING_LIFETIME = 180_000;
const PASSKEY_LIFETIME = 120_000;

/** The characters of pairing codes: without those that look alike, as on WhatsApp. */
const PAIRING_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTVWXYZ';
const PAIRING_LENGTH = 8;

export const BY_QR_CODE = { method: 'qrcode', isLimited: false } as const;

/** How a device that is being linked can be confirmed. */
export interface Linking {
	/** The number of the account where it is linked by a pairing code; null: by a QR code. */
	pairingPhone: string | null;
	/** The pairing code to type; null: a QR code is shown, or nothing. */
	pairingCode: string | null;
	showsQr: boolean;
	/** Whether the network asks for a passkey before it links the device. */
	requiresPasskey: boolean;
	/** The challenge that a passkey has to sign; null: none is asked for. */
	passkeyChallenge: string | null;
}

export interface LinkingDeps {
	clock: Clock;
	/** Returns the random part of a QR code. */
	token: () => string;
}

/** Returns the state of a device that is not being linked. */
export function notLinking(): Linking {
	return {
		pairingPhone: null,
		pairingCode: null,
		showsQr: false,
		requiresPasskey: false,
		passkeyChallenge: null,
	};
}

/** Throws invalid_phone_number for a pairing code of a number that is not on the network. */
export function checkPairingPhone({ pairingPhone }: LinkOptions): void {
	if (pairingPhone === null || behaviorOf(pairingPhone) !== 'absent') return;
	throw new GatewayError(
		'invalid_phone_number',
		`${pairingPhone} is not on the network. Name the number of the account to link.`,
	);
}

/** Begins to link an account: shows the first code. */
export function startLinking(phone: Phone, { pairingPhone }: LinkOptions, deps: LinkingDeps): void {
	phone.linking.pairingPhone = pairingPhone;
	showCode(phone, deps);
}

/** Shows a QR code or a pairing code, and another one when it expires. */
function showCode(phone: Phone, deps: LinkingDeps): void {
	const { linking, instanceId } = phone;
	const { clock, token } = deps;
	const isPairing = linking.pairingPhone !== null;
	const random = token();
	const lifetime = isPairing ? PAIRING_LIFETIME : QR_LIFETIME;
	const expiresAt = clock.now() + lifetime;
	linking.showsQr = !isPairing;
	linking.pairingCode = isPairing ? pairingCodeOf(random) : null;
	report(phone, [
		linking.pairingCode === null
			? { kind: 'qr', text: `messaging-gateway-simulator:${instanceId}:${random}`, expiresAt }
			: { kind: 'pairing_code', code: linking.pairingCode, expiresAt },
	]);
	const { showsQr, pairingCode } = linking;
	phone.waitInBackground(lifetime, () => {
		const isShown = showsQr ? linking.showsQr : linking.pairingCode === pairingCode;
		if (isShown && phone.account === null && linking.passkeyChallenge === null) showCode(phone, deps);
	});
}

/** The phone has confirmed the code: links the account, or asks for a passkey first. */
export async function confirmLink(phone: Phone, deps: LinkingDeps): Promise<void> {
	const { linking, context } = phone;
	linking.showsQr = false;
	linking.pairingCode = null;
	if (!linking.requiresPasskey) {
		await completeLink(phone, deps.clock);
		return;
	}
	const challenge = createHash('sha256').update(deps.token()).digest('base64url');
	linking.passkeyChallenge = challenge;
	const expiresAt = deps.clock.now() + PASSKEY_LIFETIME;
	const options = {
		challenge,
		timeout: PASSKEY_LIFETIME,
		userVerification: 'required',
		allowCredentials: [],
	};
	// Before the report: also where that fails, another code is shown when the challenge expires.
	phone.wait(PASSKEY_LIFETIME, () => {
		if (linking.passkeyChallenge !== challenge) return;
		linking.passkeyChallenge = null;
		showCode(phone, deps);
	});
	await context.report([{ kind: 'passkey_request', request: { options, expiresAt } }]);
}

/**
 * Links the account after the answer of a passkey, which has to be for the challenge. Its signature is not checked:
 * the simulated network has no public key. Throws invalid_parameters.
 */
export async function answerPasskey(
	phone: Phone,
	response: Readonly<Record<string, unknown>>,
	clock: Clock,
): Promise<void> {
	const { linking } = phone;
	if (linking.passkeyChallenge === null) {
		throw new GatewayError(
			'invalid_parameters',
			'The network asks for no passkey now. Connect the instance again and confirm its code.',
		);
	}
	if (challengeOf(response) !== linking.passkeyChallenge) {
		throw new GatewayError(
			'invalid_parameters',
			'The answer is not for the challenge that the network sent. Answer the latest one.',
		);
	}
	linking.passkeyChallenge = null;
	linking.requiresPasskey = false;
	await completeLink(phone, clock);
}

/** The code or the challenge is used up, so that nobody could confirm it again where the database is out of reach. */
async function completeLink(phone: Phone, clock: Clock): Promise<void> {
	const { instanceId, context, linking } = phone;
	const profile = profileOf(instanceId);
	const number = linking.pairingPhone ?? profile.phone;
	const account: Account = { ...BY_QR_CODE, profile: { ...profile, phone: number } };
	phone.account = account;
	await retryUntilClosed(phone, async () => {
		await linkAccount(instanceId, account, context.session);
		await reportConnected(context, await connectedEvents(instanceId, account, context.session, clock.now()));
	});
}

/** Reports without waiting. The recorder logs a failure, and the events are reported again on resume. */
export function report(phone: Phone, events: NetworkEvent[]): void {
	phone.context.report(events).catch(() => undefined);
}

function pairingCodeOf(random: string): string {
	const digest = createHash('sha256').update(random).digest();
	return [...digest.subarray(0, PAIRING_LENGTH)]
		.map((byte) => PAIRING_ALPHABET.charAt(byte % PAIRING_ALPHABET.length))
		.join('');
}

/** The challenge that a browser's AuthenticationResponseJSON is for; null: it names none. */
function challengeOf(response: Readonly<Record<string, unknown>>): string | null {
	const { clientDataJSON } = (response.response ?? {}) as { clientDataJSON?: unknown };
	if (typeof clientDataJSON !== 'string') return null;
	try {
		const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
			challenge?: unknown;
		} | null;
		return typeof data?.challenge === 'string' ? data.challenge : null;
	} catch {
		return null;
	}
}
