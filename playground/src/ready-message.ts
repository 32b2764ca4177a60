import type { Account } from './account.ts';
import { EXAMPLES } from './n8n/example-workflows.ts';
import { ALLOWED_PRIVATE_NETWORKS, type Gateway } from './gateway/service.ts';

/** A simulated phone that receives and reads every message. */
const SENDER = '491700000042';

/** Returns the curl command that lets the instance receive a message. */
function receiveMessageCommand(gateway: Gateway, instanceId: string): string {
	const body = JSON.stringify({ from: SENDER, contactName: 'Ada', content: 'Hello!' });
	return curl(gateway, `/simulator/v1/instances/${instanceId}/messages`, body);
}

/** Returns the text to print when the gateway and n8n are ready. */
export function readyMessage(gateway: Gateway, n8nUrl: string, account: Account, instanceId: string): string {
	return `
Ready.

  n8n        ${n8nUrl}
  login      ${account.email}
  password   ${account.password}
  gateway    ${gateway.url}
  API key    ${gateway.apiKey}

${pageLines(gateway)}

Receive a message on "Playground phone":

  ${receiveMessageCommand(gateway, instanceId)}

and see the reply of the echo bot: ${n8nUrl}/workflow/${EXAMPLES[0].id}/executions

${closingLines()}`;
}

/** Returns the text to print when the gateway is ready and runs without n8n. */
export function gatewayReadyMessage(gateway: Gateway, instanceId: string): string {
	const send = JSON.stringify({ instanceId, to: SENDER, message: 'Hello!' });
	return `
Ready.

  gateway    ${gateway.url}
  API key    ${gateway.apiKey}

${pageLines(gateway)}

Send a message:

  ${curl(gateway, '/v1/messages/send', send)}

Receive a message on "Playground phone":

  ${receiveMessageCommand(gateway, instanceId)}

${closingLines()}`;
}

/** The link to the gateway's page: on the first start the one to set a password. */
function pageLines({ url, setupUrl }: Gateway): string {
	if (setupUrl === undefined) {
		return `The gateway's page; sign in with the password you set:\n\n  ${url}/`;
	}
	return `The gateway's page; set its password with this link, which works once:\n\n  ${setupUrl}`;
}

function closingLines(): string {
	return [
		`Phones and messages are simulated. Webhooks may reach this machine (${ALLOWED_PRIVATE_NETWORKS}).`,
		'Ctrl-C stops everything.',
	].join('\n');
}

/** Returns a one-line command for a POSIX shell. The JSON contains no single quotes. */
function curl(gateway: Gateway, path: string, body: string): string {
	return [
		`curl -H 'Authorization: Bearer ${gateway.apiKey}'`,
		`-H 'Content-Type: application/json'`,
		`-d '${body}'`,
		`${gateway.url}${path}`,
	].join(' ');
}
