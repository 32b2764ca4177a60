import { setTimeout as sleep } from 'node:timers/promises';
import type { WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { createInstance, linkInstance, getStatus } from './instances.ts';
import type { Identities } from './frames/identities.ts';
import type { Target } from './target/gateway.ts';

/** An attacked account and the instance linked to it. */
export interface AttackedAccount extends Identities {
	instanceId: string;
}

/** Milliseconds between two attempts. */
const PAUSE = 50;
/** Milliseconds without a connection after which an account is linked again. */
const RELINK_AFTER = 15_000;
/** Errors after which an action is given up. */
const MAX_ERRORS = 20;

export async function createAttackedAccounts(
	target: Target,
	whatsApp: WhatsApp,
	count: number,
): Promise<AttackedAccount[]> {
	const accounts: AttackedAccount[] = [];
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
 * Repeats an action that needs the connection of an account until `attempt` returns true. Links an account again that
 * stays without a connection. Returns false when the action keeps failing or the time is over.
 */
export async function withConnection(
	{ target, whatsApp, isOver }: { target: Target; whatsApp: WhatsApp; isOver: () => boolean },
	{ account, instanceId }: AttackedAccount,
	attempt: () => Promise<boolean>,
): Promise<boolean> {
	let since = performance.now();
	let failed = 0;
	while (!isOver()) {
		try {
			if (await attempt()) return true;
		} catch {
			failed += 1;
			if (failed > MAX_ERRORS) return false;
		}
		await sleep(PAUSE);
		if (performance.now() - since < RELINK_AFTER) continue;
		since = performance.now();
		await whatsApp.dropPending(account).catch(() => undefined);
		if ((await getStatus(target, instanceId)) === 'disconnected')
			await linkInstance(target, whatsApp, instanceId, account);
	}
	return false;
}
