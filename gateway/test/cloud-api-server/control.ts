import { createHmac, randomBytes } from 'node:crypto';
import type { Failure, Template, World } from './world.ts';

/** What a test tells the stand-in, by the last part of the path; each gives what is answered. */
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
		world.held ??= [];
		return {};
	},
	recover(world) {
		world.failures = [];
		return {};
	},
	letGo(world) {
		for (const answer of world.held ?? []) answer();
		world.held = null;
		return {};
	},
	templates(world, { businessId, templates }: { businessId: string; templates: Template[] }) {
		world.businesses.set(businessId, templates);
		return {};
	},
	media(world, { mimeType, base64, url }: { mimeType: string; base64: string; url?: string }) {
		world.counter += 1;
		const id = `88000000000${world.counter}`;
		const place = url === undefined ? {} : { url };
		world.media.set(id, { mimeType, bytes: Buffer.from(base64, 'base64'), ...place });
		return { id };
	},
	subscribe,
	notify,
};

/** A webhook is entered at Meta: its address has to answer the challenge. */
async function subscribe(
	world: World,
	told: { phoneNumberId: string; url: string; verifyToken: string; appSecret: string },
): Promise<object> {
	const url = new URL(told.url);
	const challenge = String(randomBytes(4).readUInt32BE());
	url.searchParams.set('hub.mode', 'subscribe');
	url.searchParams.set('hub.verify_token', told.verifyToken);
	url.searchParams.set('hub.challenge', challenge);
	const answer = await fetch(url);
	const verified = answer.status === 200 && (await answer.text()) === challenge;
	const number = world.numbers.get(told.phoneNumberId);
	if (verified && number !== undefined) number.subscription = { url: told.url, appSecret: told.appSecret };
	return { verified, status: answer.status };
}

/** Something happened at Meta: the webhook of the number is told, signed; the answer of the gateway is given back. */
async function notify(
	world: World,
	told: { phoneNumberId: string; payload: unknown; signature?: string | null },
): Promise<object> {
	const subscription = world.numbers.get(told.phoneNumberId)?.subscription;
	if (subscription === undefined || subscription === null) return { status: null };
	// As Meta does: characters beyond ASCII are escaped, and the signature is of the bytes that are sent.
	const bytes = JSON.stringify(told.payload).replace(
		/[\u0080-\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const right = `sha256=${createHmac('sha256', subscription.appSecret).update(bytes).digest('hex')}`;
	const signature = told.signature === undefined ? right : told.signature;
	const answer = await fetch(subscription.url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'user-agent': 'facebookexternalua',
			...(signature === null ? {} : { 'x-hub-signature-256': signature }),
		},
		body: bytes,
	});
	return { status: answer.status, body: await answer.text() };
}
