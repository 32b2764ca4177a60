import { setTimeout as elapsed } from 'node:timers/promises';
import type { WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { createInstance, linkInstance, getStatus } from './instances.ts';
import type { Identities } from './frames/identities.ts';
import type { Target } from './target/gateway.ts';

/** An attacked account and the instance linked to it. */
export interface Attacked extends Identities {
	instanceId: string;
}

const PAUSE = 50;
/** Milliseconds until an account that is not connected is looked after. */
const LONG = 15_000;
/** Times something that cannot be done at all is tried again. */
const ATTEMPTS = 20;

export async function createAttackedAccounts(
	target: Target,
	whatsApp: WhatsApp,
	count: number,
): Promise<Attacked[]> {
	const accounts: Attacked[] = [];
	for (let index = 0; index < count; index += 1) {
		const account = `49151300${String(index).padStart(4, '0')}7`;
		const instanceId = await createInstance(target, `Attacked ${index}`);
		if (!(await linkInstance(target, whatsApp, instanceId, account)))
			throw new Error(`${account} could not be linked.`);
		const { lid } = await whatsApp.person(account);
		accounts.push({ account, lid, instanceId });
	}
	return accounts;
}

/**
 * Does something that needs the account's connection, again and again until it was done: `attempt` tells whether. An
 * account that is long without a connection is linked anew. False: it could not be done.
 */
export async function withConnection(
	{ target, whatsApp, isOver }: { target: Target; whatsApp: WhatsApp; isOver: () => boolean },
	{ account, instanceId }: Attacked,
	attempt: () => Promise<boolean>,
): Promise<boolean> {
	let since = performance.now();
	let failed = 0;
	while (!isOver()) {
		try {
			if (await attempt()) return true;
		} catch {
			failed += 1;
			if (failed > ATTEMPTS) return false;
		}
		await elapsed(PAUSE);
		if (performance.now() - since < LONG) continue;
		since = performance.now();
		await whatsApp.dropPending(account).catch(() => undefined);
		if ((await getStatus(target, instanceId)) === 'disconnected')
			await linkInstance(target, whatsApp, instanceId, account);
	}
	return false;
}
