import { describe, expect, it } from '@jest/globals';

import { refusedUrl } from '../../../../nodes/MessagingGatewayTrigger/registration/refusedUrl.ts';
import { createNode, TRIGGER_NODE } from '../../support/loadedPackage.ts';

describe('the error for a webhook URL that the gateway refuses', () => {
	const node = createNode(TRIGGER_NODE, {});

	it.each([
		['http://192.168.1.10:5678', '192.168.1.10:5678'],
		['http://10.0.0.7', '10.0.0.7:80'],
		['http://localhost:5678', 'localhost:5678'],
		['http://n8n:5678', 'n8n:5678'],
		['http://host.docker.internal:5678', 'host.docker.internal:5678'],
		['http://[::1]:5678', '[::1]:5678'],
		['https://172.16.0.2', '172.16.0.2:443'],
		['https://n8n.example.com', 'n8n.example.com:443'],
	])('names the variable that allows %s', (origin, target) => {
		const { message } = refusedUrl(node, `${origin}/webhook/5f0d2a5e/webhook`);
		expect(message).toBe(
			`The gateway may not deliver to ${origin}: start it with GATEWAY_ALLOW_PRIVATE_NETWORKS=${target}`,
		);
	});

	it.each(['http://n8n.example.com', 'http://172.32.0.1:5678'])('asks for HTTPS for %s', (origin) => {
		const { message, description } = refusedUrl(node, `${origin}/webhook/5f0d2a5e/webhook`);
		expect(message).toBe(
			`The gateway delivers over HTTPS, not to ${origin}: set N8N_WEBHOOK_URL of n8n (in older versions WEBHOOK_URL) to its https:// address`,
		);
		expect(description).toContain('GATEWAY_ALLOW_PRIVATE_NETWORKS=');
	});

	it.each(['https://ada:secret@n8n.example.com/webhook', 'n8n/webhook', ''])(
		'asks for a valid address for "%s", without showing it',
		(url) => {
			const { message, description } = refusedUrl(node, url);
			expect(message).toBe(
				'The webhook URL of n8n is not valid: correct N8N_WEBHOOK_URL of n8n (in older versions WEBHOOK_URL)',
			);
			expect(`${message} ${description}`).not.toContain('secret');
		},
	);
});
