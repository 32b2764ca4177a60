import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { addressOf } from './address';
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

/** Returns the URL of the gateway without trailing slashes. Throws a NodeOperationError when it cannot be used. */
export function gatewayAddress(
	context: GatewayContext,
	{ baseUrl }: GatewayCredential,
	itemIndex: number | undefined,
): string {
	const found = addressOf(baseUrl);
	if ('address' in found) return found.address;
	const { message, nextStep } = found.problem;
	throw new NodeOperationError(context.getNode(), message, { description: nextStep, itemIndex });
}
