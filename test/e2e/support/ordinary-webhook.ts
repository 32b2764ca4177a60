import { until } from '../../../playground/src/until.ts';

/** Posts to a workflow that an ordinary webhook of n8n starts, as soon as n8n listens there. */
export async function postToWorkflow(url: string, body: object): Promise<void> {
	await until({ what: `${url} to answer`, seconds: 30, everyMs: 100 }, async () => {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		await response.text();
		// n8n registers the webhook of a workflow in the background.
		if (response.status === 404) return undefined;
		if (!response.ok) throw new Error(`it answers with ${response.status}`);
		return true;
	});
}
