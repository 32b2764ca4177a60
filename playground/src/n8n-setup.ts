import path from 'node:path';
import type { Account } from './account.ts';
import { CannotStart } from './cannot-start.ts';
import { activate, deactivate, EXAMPLES, importExample, type Workflow } from './example-workflows.ts';
import type { Gateway } from './gateway-service.ts';
import { N8nRefusal, openSession, type N8nSession } from './n8n-client.ts';
import { storeCredential } from './n8n-credential.ts';
import { say } from './output.ts';
import { isRegistered } from './readiness.ts';

/**
 * Gives n8n its owner, the credential and the example workflows, as far as it does not have them yet. Gives the
 * workflows that are active now.
 */
export async function setUpN8n(
	url: string,
	account: Account,
	gateway: Gateway,
): Promise<{ session: N8nSession; workflows: Workflow[] }> {
	const session = await logIn(url, account);
	const credential = await storeCredential(session, gateway);
	const workflows: Workflow[] = [];
	for (const example of EXAMPLES) {
		const workflow = await importExample(session, example, credential);
		if (await isActivated(session, workflow, gateway)) workflows.push(workflow);
	}
	return { session, workflows };
}

/** An example that its user has changed so that n8n refuses to run it is no reason not to start. */
async function isActivated(session: N8nSession, workflow: Workflow, gateway: Gateway): Promise<boolean> {
	try {
		if (workflow.active && !(await isRegistered(gateway, session, workflow))) {
			// n8n does not look at its start whether the gateway still knows the webhook, or knows it by this address.
			await deactivate(session, workflow);
			await activate(session, { ...workflow, active: false });
		} else {
			await activate(session, workflow);
		}
		return true;
	} catch (error) {
		if (!(error instanceof N8nRefusal)) throw error;
		say(`  The workflow "${workflow.name}" stays inactive. ${error.message}`);
		return false;
	}
}

async function logIn(url: string, account: Account): Promise<N8nSession> {
	try {
		return await openSession(url, account);
	} catch (error) {
		if (!(error instanceof N8nRefusal) || error.status !== 401) throw error;
		throw new CannotStart(
			`n8n does not take the mail and password of ${account.file}: put the present ones there, ` +
				`or delete ${path.dirname(account.file)} to begin anew.`,
			{ cause: error },
		);
	}
}
