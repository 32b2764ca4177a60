import type { Client } from './client.ts';

/** Switches settings.takeover of an instance on, or off (null). */
export async function setTakeover(
	client: Client,
	instanceId: string,
	releaseAfter: string | null,
): Promise<void> {
	const takeover = releaseAfter === null ? null : { releaseAfter };
	const answer = await client.request(`/v1/instances/${instanceId}`, {
		method: 'PATCH',
		headers: client.headers,
		body: JSON.stringify({ settings: { takeover } }),
	});
	if (answer.status !== 200) throw new Error(`Not set: ${JSON.stringify(answer.body)}`);
}

/** The account's owner writes in a chat on the phone; returns the id of the message. */
export async function writeOnPhone(
	client: Client,
	instanceId: string,
	to: string,
	content = 'I am here',
): Promise<string> {
	const answer = await client.post(`/simulator/v1/instances/${instanceId}/echoes`, { to, content });
	if (answer.status !== 201) throw new Error(`Not written: ${JSON.stringify(answer.body)}`);
	return answer.text('data.messageId');
}
