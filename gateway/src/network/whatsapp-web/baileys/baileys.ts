import type * as baileys from 'baileys';
import { GatewayError } from '../../../domain/error.ts';
import { isNotInstalled } from '../../../lib/errors/is-not-installed.ts';
import { passKeyObjects } from './pass-key-objects.ts';
import { silenceLibsignal } from './silence-libsignal.ts';

/** The library that speaks WhatsApp's multi-device protocol. */
export type Baileys = typeof baileys;

/**
 * Imports Baileys, an optional dependency, and applies the patches of this folder. Throws invalid_method where Baileys
 * is not installed.
 */
export async function loadBaileys(): Promise<Baileys> {
	silenceLibsignal();
	passKeyObjects();
	try {
		await import('./bound-inflate.ts');
		const loaded = await import('baileys');
		// Not static imports: these modules import packages of the same optional dependency.
		const { enforceSignatures } = await import('./enforce-signatures.ts');
		enforceSignatures(loaded);
		const { isolateSessionAttempts } = await import('./isolate-session-attempts.ts');
		isolateSessionAttempts();
		const { boundParts } = await import('./bound-parts.ts');
		boundParts(loaded);
		return loaded;
	} catch (error) {
		if (!isNotInstalled(error)) throw error;
		throw new GatewayError(
			'invalid_method',
			'Connecting to WhatsApp by QR code needs the package "baileys", which is not installed. Install the gateway with its optional dependencies (npm install --include=optional messaging-gateway), and start it again.',
			{ cause: error },
		);
	}
}
