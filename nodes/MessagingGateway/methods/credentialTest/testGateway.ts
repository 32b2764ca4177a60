import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isJsonObject } from '../../json';
import { addressOf } from '../../transport/address';
import type { NetworkProblem } from '../../transport/networkErrors';
import { networkProblem } from '../../transport/networkErrors';
import { otherServer } from '../../transport/otherServer';
import { keyProblem, TOKEN_OF_META } from './keyProblem';

interface Response {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** An error body of the gateway (specification: Errors). */
interface GatewayError {
	code: string;
	message: string;
	retryAfter?: number;
}

/** Short, because a person waits for the result. */
const TIMEOUT_MS = 15_000;

/**
 * Tests the credential when it is saved: requests the health of the gateway with the key (GET /v1/health). The message of
 * an error says what is wrong and what to do next; for the error of a declarative test, n8n shows a bare code.
 */
export async function testGateway(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const problem = await problemOf(this.helpers, data?.baseUrl, String(data?.apiKey ?? ''));
	if (problem === undefined) return { status: 'OK', message: 'Connection successful!' };
	return { status: 'Error', message: problem };
}

async function problemOf(
	// The helpers of a credential test have no httpRequest.
	{ request }: ICredentialTestFunctions['helpers'],
	baseUrl: unknown,
	apiKey: string,
): Promise<string | undefined> {
	const entered = addressOf(baseUrl);
	if ('problem' in entered) return textOf(entered.problem);
	const { address } = entered;
	// A token of another service must not be sent to this server.
	if (TOKEN_OF_META.test(apiKey)) return keyProblem(apiKey);
	let response: Response;
	try {
		response = (await request({
			method: 'GET',
			uri: `${address}/v1/health`,
			headers: {
				Authorization: `Bearer ${apiKey.trim()}`,
				// n8n and other programs return their page only to clients that accept HTML.
				Accept: 'application/json, text/html',
			},
			json: true,
			timeout: TIMEOUT_MS,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		})) as Response;
	} catch (error) {
		return textOf(networkProblem(address, error));
	}
	const { statusCode, body } = response;
	if (statusCode === 200 && isJsonObject(body) && body.authenticated === true) return undefined;
	const error = gatewayErrorOf(body);
	return error ? refusalOf(error, address, apiKey) : textOf(otherServer(response, address));
}

/** Returns the text for an error of the gateway. */
function refusalOf(error: GatewayError, address: string, apiKey: string): string {
	switch (error.code) {
		case 'https_required':
			return 'The gateway accepts plain HTTP only from its own machine, of which a container is no part. Enter a Gateway URL that starts with https://, and start the gateway with GATEWAY_TLS_CERT or behind a proxy with TLS.';
		case 'misdirected_request': {
			const { hostname } = new URL(address);
			return `The gateway does not recognize ${hostname} as its host name. Start it with GATEWAY_ALLOWED_HOSTS=${hostname}, or with GATEWAY_PUBLIC_URL.`;
		}
		case 'missing_api_key':
		case 'invalid_api_key':
			return keyProblem(apiKey);
		case 'expired_api_key':
			return 'The API key has expired. Create a new key at the gateway and copy it into the credential.';
		case 'ip_not_allowed':
			return 'The API key may not be used from the address of n8n. Add this address to the allowlist of the key at the gateway.';
		case 'rate_limit_exceeded':
			return `The gateway received too many requests. Test again in ${error.retryAfter ?? 60} seconds.`;
		case 'service_unavailable':
			return 'The gateway is starting, or cannot reach its database. Test again in a moment.';
		case 'not_found':
		case 'method_not_allowed':
			return 'The gateway has no health check at this address. Enter the Gateway URL without a path such as /v1, and update the gateway if it is old.';
		default:
			return `The gateway refuses the request: ${error.message}`;
	}
}

function gatewayErrorOf(body: unknown): GatewayError | undefined {
	if (!isJsonObject(body) || !isJsonObject(body.error)) return undefined;
	const { code, message, retryAfter } = body.error;
	if (typeof code !== 'string' || typeof message !== 'string') return undefined;
	return { code, message, ...(typeof retryAfter === 'number' && { retryAfter }) };
}

function textOf({ message, nextStep }: NetworkProblem): string {
	return `${message}${message.endsWith('?') ? '' : '.'} ${nextStep}`;
}
