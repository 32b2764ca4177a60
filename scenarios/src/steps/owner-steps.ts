import type { ScenarioRun } from '../run/scenario-run.ts';

/** Makes a person or the bot the owner of the chat with a phone. The instance needs settings.takeover. */
export async function setOwner(run: ScenarioRun, phone: string, owner: 'person' | 'bot'): Promise<void> {
	const { id: instanceId } = await run.instance();
	const path = `/v1/chats/${run.chatIdOf(phone)}/owner`;
	await run.gateway.request('PUT', path, { instanceId, owner }).catch((error: unknown) => {
		// A chat that does not exist yet is the bot's.
		if (owner === 'person' || !isChatNotFound(error)) throw error;
	});
}

/** Whether a person owns the chat with a phone. */
export async function isOwnedByPerson(run: ScenarioRun, phone: string): Promise<boolean> {
	const { id } = await run.instance();
	const path = `/v1/chats/${run.chatIdOf(phone)}?instanceId=${id}`;
	const { data } = (await run.gateway.request('GET', path)) as { data: { owner: string } };
	return data.owner === 'person';
}

/** Clients of the gateway name its error code at the end of the message, as the page's does too. */
function isChatNotFound(error: unknown): boolean {
	return (
		error instanceof Error &&
		(('code' in error && error.code === 'chat_not_found') || error.message.endsWith('(chat_not_found)'))
	);
}
