import type { Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import { fetchFromN8n } from '../../../playground/src/n8n/fetch.ts';
import type { N8nSession } from '../../../playground/src/n8n/client.ts';
import { until } from '../../../playground/src/process/until.ts';

/** Waits until n8n serves the form of a workflow and returns its URL. */
export async function openForm({ url }: N8nSession, { nodes }: Workflow): Promise<string> {
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const form = `${url}/form/${trigger?.webhookId}`;
	return until({ what: 'the form', seconds: 30 }, async () => {
		const shown = await fetch(form);
		await shown.text();
		return shown.ok ? form : undefined;
	});
}

/** Submits a form with a value for each of its fields. Throws when n8n refuses it. */
export async function submitForm(form: string, values: readonly string[]): Promise<void> {
	const answers = new FormData();
	for (const [index, value] of values.entries()) answers.append(`field-${index}`, value);
	const sent = await fetchFromN8n(form, { method: 'POST', body: answers });
	if (!sent.ok) throw new Error(`n8n answered the form with ${sent.status}.`);
}
