import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { GatewayContext } from './request';

export const CREDENTIAL_TYPE = 'messagingGatewayApi';

/** The credential of the node, decrypted. */
export interface GatewayCredential extends ICredentialDataDecryptedObject {
	baseUrl: string;
}

/** What was read in a run of a node: decrypting it anew for each of a thousand requests would take its time. */
const readInRun = new WeakMap<GatewayContext, Promise<GatewayCredential>>();

/** Gives the credential of the node; reads it once in a run. */
export async function credentialOf(context: GatewayContext): Promise<GatewayCredential> {
	const known = readInRun.get(context);
	if (known) return await known;
	const read = context.getCredentials<GatewayCredential>(CREDENTIAL_TYPE);
	readInRun.set(context, read);
	return await read;
}

/** The address of the gateway without slashes at its end; throws a NodeOperationError when it is none. */
export function gatewayAddress(
	context: GatewayContext,
	{ baseUrl }: GatewayCredential,
	itemIndex: number | undefined,
): string {
	const address = String(baseUrl).trim().replace(/\/+$/, '');
	if (/^https?:\/\/[^/]/i.test(address)) return address;
	throw new NodeOperationError(context.getNode(), 'The Gateway URL in the credential is not a web address', {
		description: 'Enter it with http:// or https:// in front, e.g. http://127.0.0.1:8080.',
		itemIndex,
	});
}
