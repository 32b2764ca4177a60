import type { NamedFile } from '../gateway/gateway-client.ts';
import { isUrl } from '../format/step-fields.ts';
import type { Media, StepOf } from '../format/scenario.ts';
import { StepFailure, type ScenarioRun } from '../run/scenario-run.ts';

/** Milliseconds a scanned QR code may take to connect the instance. */
const CONNECT_TIMEOUT = 10_000;

/** Scans the QR code of the instance unless it is connected; creates the instance first when there is none. */
export async function scan({ gateway, findInstance, scenario, poller }: ScenarioRun): Promise<void> {
	const existing = await findInstance();
	if (existing?.status === 'connected') return;
	const name = scenario.instance ?? scenario.name;
	const id = existing?.id ?? createdId(await gateway.request('POST', '/v1/instances', { name }));
	const status = async (): Promise<string | null> => (await findInstance())?.status ?? null;
	if ((await status()) === 'disconnected') {
		await gateway.request('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
	}
	if ((await status()) !== 'connected') {
		await gateway.request('POST', `/simulator/v1/instances/${id}/scan`);
	}
	const connected = await poller.until(CONNECT_TIMEOUT, async () =>
		(await status()) === 'connected' ? true : null,
	);
	if (connected === null) throw new StepFailure(`The instance "${name}" is still ${await status()}.`);
}

export async function send(run: ScenarioRun, step: StepOf<'send'>): Promise<void> {
	const media = step.media === null ? {} : await mediaFields(run, step.media);
	await write(run, step, {
		...(step.text === null ? {} : { content: step.text }),
		...media,
		...(step.quotes ? { quotedMessageId: await lastReceived(run, step) } : {}),
	});
}

/** Sends a message from a phone, to the instance or to a group. */
export async function write(
	run: ScenarioRun,
	chat: { phone: string; group: string | null },
	content: Record<string, unknown>,
): Promise<void> {
	const path = `/simulator/v1/phones/${run.phone(chat.phone).number}/messages`;
	await run.gateway.request('POST', path, { ...(await run.chatKey(chat)), ...content });
}

/** The fields for a file: its own URL, or that of the upload. */
export async function mediaFields({ gateway, readFile }: ScenarioRun, { from, type }: Media) {
	if (isUrl(from)) return { mediaUrl: from, type };
	const file = from.startsWith('data:') ? decodeDataUrl(from) : await readFile(from);
	const { mediaUrl, mediaType } = await gateway.upload(file);
	return { mediaUrl, type: type ?? mediaType };
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=\s]+)$/;

/** The file in a data: URL. Decoded here: the page's content security policy does not let it fetch one. */
function decodeDataUrl(url: string): NamedFile {
	const [, mimeType, base64] = DATA_URL.exec(url) ?? [];
	if (mimeType === undefined || base64 === undefined) {
		throw new StepFailure('The data: URL in "media" cannot be read. Write data:image/png;base64,…');
	}
	const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (character) => character.charCodeAt(0));
	const content = new Blob([bytes], { type: mimeType });
	return { name: `file.${mimeType.split('/')[1] ?? 'bin'}`, content };
}

async function lastReceived(run: ScenarioRun, step: StepOf<'send'>): Promise<string> {
	const messages = await run.listMessages(step.phone, step.group);
	const last = messages.find(({ fromMe }) => !fromMe);
	if (last === undefined) throw new StepFailure('There is no message to reply to yet. Leave out "quotes".');
	return last.messageId;
}

export async function showTyping(run: ScenarioRun, step: StepOf<'typing'>): Promise<void> {
	const path = `/simulator/v1/phones/${run.phone(step.phone).number}/typing`;
	await run.gateway.request('POST', path, await run.chatKey(step));
}

export async function read({ gateway, phone, instance }: ScenarioRun, step: StepOf<'read'>): Promise<void> {
	const { id } = await instance();
	await gateway.request('POST', `/simulator/v1/phones/${phone(step.phone).number}/read`, { instanceId: id });
}

export async function block(run: ScenarioRun, name: string, blocked: boolean): Promise<void> {
	const { id } = await run.instance();
	const path = `/simulator/v1/phones/${run.phone(name).number}/block`;
	await run.gateway.request('POST', path, { instanceId: id, blocked });
}

export async function setOnline(
	{ gateway, phone }: ScenarioRun,
	name: string,
	online: boolean,
): Promise<void> {
	await gateway.request('PUT', `/simulator/v1/phones/${phone(name).number}`, { online });
}

/** Adds a phone to a group the instance is in, removes it, or changes whether it is an admin. */
export async function changeGroup(
	run: ScenarioRun,
	step: StepOf<'join' | 'leave' | 'promote' | 'demote'>,
): Promise<void> {
	const { id } = await run.instance();
	const joins = step.step === 'join';
	const groupId = joins
		? await joinableGroupId(run, id, step.group)
		: await run.groupId(step.phone, step.group);
	const path = `/simulator/v1/instances/${id}/groups/${encodeURIComponent(groupId ?? '')}/participants`;
	const participants = [run.phone(step.phone).number];
	await run.gateway.request('POST', path, { action: participantAction(step), participants });
	if (joins) await run.markAllSeen(step.phone, step.group);
}

/** The actions of the network on participants. */
function participantAction(step: StepOf<'join' | 'leave' | 'promote' | 'demote'>): string {
	switch (step.step) {
		case 'join':
			return step.themselves ? 'join' : 'add';
		case 'leave':
			return step.themselves ? 'leave' : 'remove';
		case 'promote':
		case 'demote':
			return step.step;
	}
}

async function joinableGroupId({ queries }: ScenarioRun, instanceId: string, group: string): Promise<string> {
	const groups = await queries.listGroups(instanceId);
	const known = groups.find(({ id, name }) => id === group || name === group);
	if (known !== undefined) return known.id;
	const names = groups.map(({ name }) => `"${name}"`).join(', ');
	throw new StepFailure(`The instance is in no group "${group}". It is in ${names || 'none'}.`);
}

function createdId(response: unknown): string {
	return (response as { data: { id: string } }).data.id;
}
