import type { Account } from './account.ts';
import { EXAMPLES } from './example-workflows.ts';
import { ALLOWED_PRIVATE_NETWORKS, type Gateway } from './gateway-service.ts';

/** A phone of the simulated network that receives and reads what is sent to it. */
const SENDER = '491700000042';

/** The one command that makes a message arrive at the instance. */
export function arrivalCommand(gateway: Gateway, instanceId: string): string {
	const body = JSON.stringify({ from: SENDER, contactName: 'Ada', content: 'Hello!' });
	return curl(gateway, `/simulator/v1/instances/${instanceId}/messages`, body);
}

/** What a person needs to know once gateway and n8n both answer. */
export function readyMessage(gateway: Gateway, n8nUrl: string, account: Account, instanceId: string): string {
	return `
Ready.

  n8n        ${n8nUrl}
  login      ${account.email}
  password   ${account.password}
  gateway    ${gateway.url}
  API key    ${gateway.apiKey}

${pageLines(gateway)}

Make a message arrive on "Playground phone":

  ${arrivalCommand(gateway, instanceId)}

and watch the echo bot answer it: ${n8nUrl}/workflow/${EXAMPLES[0].id}/executions

${closingLines()}`;
}

/** The same for a gateway without n8n. */
export function gatewayReadyMessage(gateway: Gateway, instanceId: string): string {
	const send = JSON.stringify({ instanceId, to: SENDER, message: 'Hello!' });
	return `
Ready.

  gateway    ${gateway.url}
  API key    ${gateway.apiKey}

${pageLines(gateway)}

Send a message:

  ${curl(gateway, '/v1/messages/send', send)}

Make a message arrive on "Playground phone":

  ${arrivalCommand(gateway, instanceId)}

${closingLines()}`;
}

/** How to get to the gateway's page: by the link of its first start, or with the password that was set by it. */
function pageLines({ url, setupUrl }: Gateway): string {
	if (setupUrl === undefined) {
		return `The gateway's page, for the password you set:\n\n  ${url}/`;
	}
	return `The gateway's page: choose its password by this link, which works once:\n\n  ${setupUrl}`;
}

function closingLines(): string {
	return [
		`Phones and messages are simulated. Webhooks may go to this machine itself (${ALLOWED_PRIVATE_NETWORKS}).`,
		'Ctrl-C stops everything.',
	].join('\n');
}

/** One line for a POSIX shell: the JSON of these requests holds no single quotes. */
function curl(gateway: Gateway, path: string, body: string): string {
	return [
		`curl -H 'Authorization: Bearer ${gateway.apiKey}'`,
		`-H 'Content-Type: application/json'`,
		`-d '${body}'`,
		`${gateway.url}${path}`,
	].join(' ');
}
