import path from 'node:path';
import type { Account } from '../account.ts';
import { StartError } from '../start-error.ts';
import { activate, deactivate, EXAMPLES, importExample, type Workflow } from './example-workflows.ts';
import type { Gateway } from '../gateway/service.ts';
import { N8nError, openSession, type N8nSession } from './client.ts';
import { upsertCredential } from './credential.ts';
import { print } from '../output.ts';
import { isRegistered } from '../readiness.ts';

/**
 * Creates n8n's owner, the credential and the example workflows, unless they exist. Returns the session and the active
 * workflows.
 */
export async function setUpN8n(
	url: string,
	account: Account,
	gateway: Gateway,
): Promise<{ session: N8nSession; workflows: Workflow[] }> {
	const session = await logIn(url, account);
	const credential = await upsertCredential(session, gateway);
	const workflows: Workflow[] = [];
	for (const example of EXAMPLES) {
		const workflow = await importExample(session, example, credential);
		if (await tryActivate(session, workflow, gateway)) workflows.push(workflow);
	}
	return { session, workflows };
}

/** Activates a workflow. Returns false if n8n rejects it, e.g. after changes of the user, so that the start continues. */
async function tryActivate(session: N8nSession, workflow: Workflow, gateway: Gateway): Promise<boolean> {
	try {
		if (workflow.active && !(await isRegistered(gateway, session, workflow))) {
			// At its start n8n does not check whether the gateway still has the webhook at this URL.
			await deactivate(session, workflow);
			await activate(session, { ...workflow, active: false });
		} else {
			await activate(session, workflow);
		}
		return true;
	} catch (error) {
		if (!(error instanceof N8nError)) throw error;
		print(`  The workflow "${workflow.name}" stays inactive. ${error.message}`);
		return false;
	}
}

async function logIn(url: string, account: Account): Promise<N8nSession> {
	try {
		return await openSession(url, account);
	} catch (error) {
		if (!(error instanceof N8nError) || error.status !== 401) throw error;
		throw new StartError(
			`n8n does not accept the email and password in ${account.file}: enter the current ones there, ` +
				`or delete ${path.dirname(account.file)} to start over.`,
			{ cause: error },
		);
	}
}
