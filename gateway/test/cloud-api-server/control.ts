import { createHmac, randomBytes } from 'node:crypto';
import type { Failure, Template, World } from './world.ts';

/** The controls for tests, by the last part of the path; each returns the body of its response. */
export const CONTROLS: Readonly<Record<string, (world: World, body: never) => Promise<object> | object>> = {
	requests: (world) => ({ requests: world.requests }),
	failures(world, failure: Failure) {
		world.failures.push(failure);
		return {};
	},
	revoke(world, { token }: { token: string }) {
		world.tokens.delete(token);
		return {};
	},
	admit(world, { token }: { token: string }) {
		world.tokens.add(token);
		return {};
	},
	hold(world) {
		world.heldResponses ??= [];
		return {};
	},
	recover(world) {
		world.failures = [];
		return {};
	},
	forget(world, { messageId }: { messageId: string }) {
		world.messageIds.delete(messageId);
		return {};
	},
	letGo(world) {
		for (const respond of world.heldResponses ?? []) respond();
		world.heldResponses = null;
		return {};
	},
	templates(world, { businessId, templates }: { businessId: string; templates: Template[] }) {
		world.businesses.set(businessId, templates);
		return {};
	},
	media(world, { mimeType, base64, url }: { mimeType: string; base64: string; url?: string }) {
		world.counter += 1;
		const id = `88000000000${world.counter}`;
		const otherUrl = url === undefined ? {} : { url };
		world.media.set(id, { mimeType, bytes: Buffer.from(base64, 'base64'), ...otherUrl });
		return { id };
	},
	/** The people whom a number has blocked, and its profile. */
	account(world, { phoneNumberId }: { phoneNumberId: string }) {
		const { blocked = [], profile = {} } = world.numbers.get(phoneNumberId) ?? {};
		return { blocked: [...blocked], profile };
	},
	subscribe,
	notify,
};

/** Subscribes a webhook of a number, which has to answer the challenge. */
async function subscribe(
	world: World,
	body: { phoneNumberId: string; url: string; verifyToken: string; appSecret: string },
): Promise<object> {
	const url = new URL(body.url);
	const challenge = String(randomBytes(4).readUInt32BE());
	url.searchParams.set('hub.mode', 'subscribe');
	url.searchParams.set('hub.verify_token', body.verifyToken);
	url.searchParams.set('hub.challenge', challenge);
	const response = await fetch(url);
	const verified = response.status === 200 && (await response.text()) === challenge;
	const number = world.numbers.get(body.phoneNumberId);
	if (verified && number !== undefined) number.subscription = { url: body.url, appSecret: body.appSecret };
	return { verified, status: response.status };
}

/** Sends a signed payload to the webhook of a number; returns the response of the gateway. */
async function notify(
	world: World,
	body: { phoneNumberId: string; payload: unknown; signature?: string | null },
): Promise<object> {
	const subscription = world.numbers.get(body.phoneNumberId)?.subscription;
	if (subscription === undefined || subscription === null) return { status: null };
	for (const id of messageIdsIn(body.payload)) world.messageIds.add(id);
	const number = world.numbers.get(body.phoneNumberId);
	const writers = writersIn(body.payload);
	// Nothing of people who are blocked reaches the business.
	if (writers.length > 0 && writers.every((writer) => number?.blocked.has(writer) === true))
		return { status: 200 };
	for (const writer of writers) number?.writers.add(writer);
	// As Meta does: characters beyond ASCII are escaped, and the signature covers the escaped bytes.
	const bytes = JSON.stringify(body.payload).replace(
		/[\u0080-\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const valid = `sha256=${createHmac('sha256', subscription.appSecret).update(bytes).digest('hex')}`;
	const signature = body.signature === undefined ? valid : body.signature;
	const response = await fetch(subscription.url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'user-agent': 'facebookexternalua',
			...(signature === null ? {} : { 'x-hub-signature-256': signature }),
		},
		body: bytes,
	});
	return { status: response.status, body: await response.text() };
}

/** Returns Meta's ids of the messages and echoes of a payload. */
function messageIdsIn(payload: unknown): string[] {
	const changes = listAt(payload, 'entry').flatMap((entry) => listAt(entry, 'changes'));
	const values = changes.map((change) => (change as { value?: unknown } | null)?.value);
	const messages = values.flatMap((value) => [
		...listAt(value, 'messages'),
		...listAt(value, 'message_echoes'),
	]);
	const ids = messages.map((message) => (message as { id?: unknown } | null)?.id);
	return ids.filter((id) => typeof id === 'string');
}

/** Returns the phone numbers of those who wrote the messages of a payload. */
function writersIn(payload: unknown): string[] {
	const changes = listAt(payload, 'entry').flatMap((entry) => listAt(entry, 'changes'));
	const values = changes.map((change) => (change as { value?: unknown } | null)?.value);
	const messages = values.flatMap((value) => listAt(value, 'messages'));
	const writers = messages.map((message) => (message as { from?: unknown } | null)?.from);
	return writers.filter((writer) => typeof writer === 'string');
}

function listAt(value: unknown, name: string): readonly unknown[] {
	const list = (value as Record<string, unknown> | null | undefined)?.[name];
	return Array.isArray(list) ? list : [];
}
