import { until } from '../../../playground/src/process/until.ts';

/** Waits until n8n listens at the URL of a Webhook node, and posts the body there. */
export async function postToWorkflow(url: string, body: object): Promise<void> {
	await until({ what: `${url} to respond`, seconds: 30, everyMs: 100 }, async () => {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		await response.text();
		// n8n registers the webhook of a workflow in the background.
		if (response.status === 404) return undefined;
		if (!response.ok) throw new Error(`it responds with ${response.status}`);
		return true;
	});
}
