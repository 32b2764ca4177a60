import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { INVALID_ADDRESS } from './networkErrors';
import type { GatewayContext } from './request';

export const CREDENTIAL_TYPE = 'messagingGatewayApi';

/** The credential of the node, decrypted. */
export interface GatewayCredential extends ICredentialDataDecryptedObject {
	baseUrl: string;
}

/** Caches the credential per run of a node, because n8n would decrypt it again for every request. */
const credentialsByRun = new WeakMap<GatewayContext, Promise<GatewayCredential>>();

/** Returns the credential of the node, which is read once per run. */
export async function getCredential(context: GatewayContext): Promise<GatewayCredential> {
	const cached = credentialsByRun.get(context);
	if (cached) return await cached;
	const credential = context.getCredentials<GatewayCredential>(CREDENTIAL_TYPE);
	credentialsByRun.set(context, credential);
	return await credential;
}

/** Returns the gateway's URL without trailing slashes. Throws a NodeOperationError when it is not an HTTP URL. */
export function gatewayAddress(
	context: GatewayContext,
	{ baseUrl }: GatewayCredential,
	itemIndex: number | undefined,
): string {
	const address = String(baseUrl).trim().replace(/\/+$/, '');
	if (/^https?:\/\/[^/]/i.test(address)) return address;
	throw new NodeOperationError(context.getNode(), INVALID_ADDRESS.message, {
		description: INVALID_ADDRESS.nextStep,
		itemIndex,
	});
}
