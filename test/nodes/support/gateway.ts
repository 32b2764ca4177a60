import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Scope } from '../../../gateway/src/domain/access/scope.ts';
import type * as testGateway from '../../../gateway/test/support/gateway.ts';
import type * as testKeys from '../../../gateway/test/support/keys.ts';

import { ROOT } from './root.ts';

const SUPPORT = pathToFileURL(path.join(ROOT, 'gateway/test/support/gateway.ts')).href;
const KEYS = pathToFileURL(path.join(ROOT, 'gateway/test/support/keys.ts')).href;
const API_KEY = 'key-of-the-node-tests-0123456789';

export interface GatewayResponse<T> {
	status: number;
	body: T;
}

/** A gateway with the simulated network and its own data folder, outside of Jest's module registry. */
export interface Gateway {
	url: string;
	apiKey: string;
	/** Sends a request directly to the gateway, to prepare a test or to check its result. */
	request<T>(method: string, path: string, body?: object): Promise<GatewayResponse<T>>;
	/** Creates an API key with these scopes only, and returns its value. */
	createKey(scopes: Scope[]): Promise<string>;
	/** Stops it and deletes its data. */
	stop(): Promise<void>;
}

export async function startGateway(environment: Record<string, string> = {}): Promise<Gateway> {
	const { startTestGateway } = (await globalThis.importOutsideOfJest?.(SUPPORT)) as typeof testGateway;
	const gateway = await startTestGateway({ environment: { GATEWAY_API_KEY: API_KEY, ...environment } });
	const { url } = gateway;
	return {
		url,
		apiKey: API_KEY,
		request: (method, requestPath, body) => request(url, method, requestPath, body),
		createKey: async (scopes) => {
			const { createKey } = (await globalThis.importOutsideOfJest?.(KEYS)) as typeof testKeys;
			return await createKey(gateway.folder, { scopes });
		},
		stop: () => gateway.close(),
	};
}

async function request<T>(
	url: string,
	method: string,
	requestPath: string,
	body?: object,
): Promise<GatewayResponse<T>> {
	const response = await fetch(`${url}${requestPath}`, {
		method,
		headers: {
			authorization: `Bearer ${API_KEY}`,
			...(body && { 'content-type': 'application/json' }),
		},
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: (await response.json()) as T };
}
