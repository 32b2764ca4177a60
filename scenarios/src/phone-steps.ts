import type { NamedFile } from './gateway-client.ts';
import type { Media, Step } from './scenario.ts';
import { StepFailure, type Stage } from './scenario-run.ts';
import { isAddress } from './parse-scenario.ts';

type StepOf<Kind extends Step['step']> = Extract<Step, { step: Kind }>;

/** The QR code is scanned, where the instance is not connected; one that is not there is made. */
export async function scan({ gateway, findInstance, scenario, waiting }: Stage): Promise<void> {
	const found = await findInstance();
	if (found?.status === 'connected') return;
	const name = scenario.instance ?? scenario.name;
	const id = found?.id ?? idOf(await gateway.ask('POST', '/v1/instances', { name }));
	const status = async (): Promise<string | null> => (await findInstance())?.status ?? null;
	if ((await status()) === 'disconnected') {
		await gateway.ask('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
	}
	if ((await status()) !== 'connected') {
		await gateway.ask('POST', `/simulator/v1/instances/${id}/scan`);
	}
	const connected = await waiting.until(10_000, async () => ((await status()) === 'connected' ? true : null));
	if (connected === null) throw new StepFailure(`The instance "${name}" is still ${await status()}.`);
}

export async function send(stage: Stage, step: StepOf<'send'>): Promise<void> {
	const { gateway, phone } = stage;
	const { id } = await stage.instance();
	const groupId = await stage.groupId(step.phone, step.group);
	const media = step.media === null ? {} : await mediaFields(stage, step.media);
	await gateway.ask('POST', `/simulator/v1/phones/${phone(step.phone).number}/messages`, {
		instanceId: id,
		...(groupId === null ? {} : { groupId }),
		...(step.text === null ? {} : { content: step.text }),
		...media,
		...(step.quotes ? { quotedMessageId: await lastReceived(stage, step) } : {}),
	});
}

/** The file of a message: uploaded, unless a server has it. */
async function mediaFields({ gateway, readFile }: Stage, { from, type }: Media) {
	if (isAddress(from)) return { mediaUrl: from, type };
	const file = from.startsWith('data:') ? embedded(from) : await readFile(from);
	const { mediaUrl, mediaType } = await gateway.upload(file);
	return { mediaUrl, type: type ?? mediaType };
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=\s]+)$/;

/** The file in a data: URL, taken apart here: a page may not fetch one. */
function embedded(url: string): NamedFile {
	const [, mimeType, base64] = DATA_URL.exec(url) ?? [];
	if (mimeType === undefined || base64 === undefined) {
		throw new StepFailure('The data: URL in "media" cannot be read. Write data:image/png;base64,…');
	}
	const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (one) => one.charCodeAt(0));
	const content = new Blob([bytes], { type: mimeType });
	return { name: `file.${mimeType.split('/')[1] ?? 'bin'}`, content };
}

async function lastReceived({ questions, phone, instance, groupId }: Stage, step: StepOf<'send'>) {
	const { id } = await instance();
	const group = await groupId(step.phone, step.group);
	const messages = await questions.messages(phone(step.phone).number, id, group);
	const last = messages.find(({ fromMe }) => !fromMe);
	if (last === undefined) throw new StepFailure('There is no message to reply to yet. Leave out "quotes".');
	return last.messageId;
}

export async function type(stage: Stage, step: StepOf<'typing'>): Promise<void> {
	const { id } = await stage.instance();
	const groupId = await stage.groupId(step.phone, step.group);
	await stage.gateway.ask('POST', `/simulator/v1/phones/${stage.phone(step.phone).number}/typing`, {
		instanceId: id,
		...(groupId === null ? {} : { groupId }),
	});
}

export async function read({ gateway, phone, instance }: Stage, step: StepOf<'read'>): Promise<void> {
	const { id } = await instance();
	await gateway.ask('POST', `/simulator/v1/phones/${phone(step.phone).number}/read`, { instanceId: id });
}

export async function block(stage: Stage, name: string, blocked: boolean): Promise<void> {
	const { id } = await stage.instance();
	const path = `/simulator/v1/phones/${stage.phone(name).number}/block`;
	await stage.gateway.ask('POST', path, { instanceId: id, blocked });
}

export async function setOnline({ gateway, phone }: Stage, name: string, online: boolean): Promise<void> {
	await gateway.ask('PUT', `/simulator/v1/phones/${phone(name).number}`, { online });
}

/** A phone joins a group the instance is in, or leaves it. */
export async function changeGroup(stage: Stage, step: StepOf<'join' | 'leave'>): Promise<void> {
	const { id } = await stage.instance();
	const joins = step.step === 'join';
	const groupId = joins
		? await knownGroup(stage, id, step.group)
		: await stage.groupId(step.phone, step.group);
	const path = `/simulator/v1/instances/${id}/groups/${encodeURIComponent(groupId ?? '')}/participants`;
	const participants = [stage.phone(step.phone).number];
	await stage.gateway.ask('POST', path, { action: joins ? 'add' : 'remove', participants });
	if (joins) await stage.forget(step.phone, step.group);
}

async function knownGroup({ questions }: Stage, instanceId: string, group: string): Promise<string> {
	const groups = await questions.groups(instanceId);
	const found = groups.find(({ id, name }) => id === group || name === group);
	if (found !== undefined) return found.id;
	const names = groups.map(({ name }) => `"${name}"`).join(', ');
	throw new StepFailure(`The instance is in no group "${group}". It is in ${names || 'none'}.`);
}

function idOf(answer: unknown): string {
	return (answer as { data: { id: string } }).data.id;
}
