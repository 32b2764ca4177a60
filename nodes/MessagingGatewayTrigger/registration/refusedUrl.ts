import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** Scheme, user name and password, host, and port of a URL. */
const ORIGIN = /^(https?):\/\/(?:[^/?#]*(@))?(\[[^\]]*\]|[^/:?#@]+)(?::(\d+))?/i;

/** Addresses and names that only this machine or this network knows. */
const PRIVATE_HOST =
	/^(localhost|\[.*\]|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\..*|[^.]+|.*\.(local|localhost|internal|lan|home|test))$/i;

/**
 * Returns the error for a webhook URL that the gateway refuses. n8n shows only its message when a workflow is published,
 * so the message says what to change. A newer n8n uses WEBHOOK_URL for published workflows only, so the setting that is
 * for tests in the editor too is named first. The message contains only the origin of the URL: the path leads to the
 * workflow.
 */
export function refusedUrl(node: INode, url: string): NodeOperationError {
	const [, scheme = '', credentials, host = '', port] = ORIGIN.exec(url) ?? [];
	if (host === '' || credentials !== undefined) {
		return new NodeOperationError(
			node,
			'The webhook URL of n8n is not valid: correct N8N_WEBHOOK_URL of n8n (in older versions WEBHOOK_URL)',
			{
				description: 'It has to be the address of n8n, e.g. https://n8n.example.com/, without a password.',
			},
		);
	}
	const isHttps = scheme.toLowerCase() === 'https';
	const origin = `${scheme}://${host}${port === undefined ? '' : `:${port}`}`;
	if (!isHttps && !PRIVATE_HOST.test(host)) {
		return new NodeOperationError(
			node,
			`The gateway delivers over HTTPS, not to ${origin}: set N8N_WEBHOOK_URL of n8n (in older versions WEBHOOK_URL) to its https:// address`,
			{
				description: `If n8n has no such address, start the gateway with ${allowing(host, port ?? '80')}, and publish the workflow again.`,
			},
		);
	}
	return new NodeOperationError(
		node,
		`The gateway may not deliver to ${origin}: start it with ${allowing(host, port ?? (isHttps ? '443' : '80'))}`,
		{
			description:
				'The gateway delivers to public addresses only, unless this variable names others, separated by commas. If n8n has a public address, set N8N_WEBHOOK_URL of n8n (in older versions WEBHOOK_URL) to it instead. Then publish the workflow again.',
		},
	);
}

function allowing(host: string, port: string): string {
	return `GATEWAY_ALLOW_PRIVATE_NETWORKS=${host}:${port}`;
}
