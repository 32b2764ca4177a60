import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { NetworkEvent } from '../driver.ts';
import type { FileKeeper } from '../file-keeper.ts';
import { arrivalsOf, hasPlace, markArrivalsRead } from './arrivals.ts';
import type { Line } from './line.ts';
import { changesOf } from './payload.ts';
import { receiptsOf } from './receipts.ts';

/** What Meta's webhook of an instance needs to be answered. */
export interface CloudApiHook {
	/** Whether this is the verify token that was entered at Meta. */
	isVerifyToken(token: string): boolean;
	/** Whether the app at Meta has signed these bytes; `signature` is the header X-Hub-Signature-256. */
	isSigned(bytes: Uint8Array, signature: string): boolean;
	/** Records what a webhook tells; resolves when it is durable. */
	receive(instanceId: InstanceId, payload: unknown): Promise<Received>;
}

export interface Received {
	/** False: the instance has no connection here, and nothing is recorded. */
	taken: boolean;
	/** Numbers the webhook tells of that are not the instance's: what it says of them is left alone. */
	strangers: readonly string[];
	/** How many messages there is no place for: written in one of Meta's groups, or without a phone number. */
	leftOut: number;
}

export interface HookPort {
	/** Null: no app is set, and nothing is believed. */
	meta: { appSecret: string; verifyToken: string } | null;
	lineOf: (instanceId: InstanceId) => Line | undefined;
	clock: Clock;
	files: FileKeeper;
}

export function createHook({ meta, lineOf, clock, files }: HookPort): CloudApiHook {
	return {
		isVerifyToken: (token) => meta !== null && areSame(digestOf(token), digestOf(meta.verifyToken)),
		isSigned(bytes, signature) {
			if (meta === null) return false;
			const expected = `sha256=${createHmac('sha256', meta.appSecret).update(bytes).digest('hex')}`;
			return areSame(Buffer.from(signature), Buffer.from(expected));
		},
		async receive(instanceId, payload) {
			const line = lineOf(instanceId);
			if (line === undefined) return { taken: false, strangers: [], leftOut: 0 };
			const { phoneNumberId } = line.account.credentials;
			const changes = changesOf(payload);
			const own = changes.filter((change) => change.phoneNumberId === phoneNumberId);
			const strangers = changes.filter((change) => !own.includes(change)).map((one) => one.phoneNumberId);
			const leftOut = own.flatMap(({ messages }) => messages).filter((one) => !hasPlace(one)).length;
			const told = await Promise.all(
				own.map(async (change): Promise<NetworkEvent[]> => {
					const messages = await arrivalsOf(line, change, { clock, files });
					const receipts = await receiptsOf(line, change, clock);
					return [...messages.map((message) => ({ kind: 'message' as const, message })), ...receipts];
				}),
			);
			const events = told.flat();
			if (events.length > 0) await line.host.report(events);
			// A line that ended meanwhile records nothing any more.
			if (line.isOver()) return { taken: false, strangers, leftOut };
			for (const event of events) {
				if (event.kind === 'receipt') line.handedOver.delete(event.networkId ?? '');
			}
			markArrivalsRead(line, events).catch(() => undefined);
			return { taken: true, strangers, leftOut };
		},
	};
}

/** In a time that tells nothing of where they differ. */
function areSame(a: Buffer, b: Buffer): boolean {
	return a.length === b.length && timingSafeEqual(a, b);
}

/** Of the same length for every text. */
function digestOf(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
