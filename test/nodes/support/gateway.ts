import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type * as testGateway from '../../../gateway/test/support/gateway.ts';

import { ROOT } from './root.ts';

const SUPPORT = pathToFileURL(path.join(ROOT, 'gateway/test/support/gateway.ts')).href;
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
