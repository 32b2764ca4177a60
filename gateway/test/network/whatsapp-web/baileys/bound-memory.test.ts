import { describe, expect, it } from '@jest/globals';
import * as baileys from 'baileys';
import { boundMemory } from '../../../../src/network/whatsapp-web/baileys/bound-memory.ts';
import { baileysLogger } from '../../../../src/network/whatsapp-web/baileys/baileys-logger.ts';
import { createLogger } from '../../../../src/observability/log.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const MINUTE = 60_000;

/** Baileys' parts with memories, on a store that remembers nothing. */
function parts() {
	const logger = baileysLogger(createLogger('silent'), 'inst');
	const reads: string[] = [];
	const keys = {
		get(_type: string, ids: readonly string[]) {
			reads.push(...ids);
			return Promise.resolve({});
		},
		set: () => Promise.resolve(),
		transaction: <T>(work: () => Promise<T>) => work(),
		isInTransaction: () => false,
	};
	const signalRepository = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
		{ creds: baileys.initAuthCreds(), keys },
		logger,
		() => Promise.resolve([]),
	);
	const messageRetryManager = new baileys.MessageRetryManager(logger, 5);
	const clock = createManualClock();
	const sendRetryRequest = () => Promise.resolve();
	boundMemory({ messageRetryManager, sendRetryRequest, signalRepository }, clock);
	return { messageRetryManager, lids: signalRepository.lidMapping, reads, clock };
}

describe('what Baileys remembers of strangers', () => {
	it('is how often the last messages were requested again, for a quarter of an hour', () => {
		const { messageRetryManager: manager, clock } = parts();
		manager.incrementRetryCount('first');
		expect(manager.incrementRetryCount('first')).toBe(2);
		for (let count = 0; count < 20_000; count += 1) manager.incrementRetryCount(`id ${count}`);
		expect(manager.getRetryCount('first')).toBe(0);
		expect(manager.getRetryCount('id 19999')).toBe(1);
		clock.advance(15 * MINUTE);
		expect(manager.getRetryCount('id 19999')).toBe(0);
	});

	it('is nothing of the connection once it has ended', () => {
		const { messageRetryManager: manager } = parts();
		manager.incrementRetryCount('first');
		manager.saveBaseKey('4915122222222.0', 'first', new Uint8Array(33));
		manager.clear();
		expect(manager.getRetryCount('first')).toBe(0);
		expect(manager.hasSameBaseKey('4915122222222.0', 'first', new Uint8Array(33))).toBe(false);
	});

	it('is which numbers the last people have, and the store has the others', async () => {
		const { lids, reads } = parts();
		const pairs = Array.from({ length: 20_001 }, (_, index) => ({
			lid: `${1_000_000 + index}@lid`,
			pn: `${4_915_000_000 + index}@s.whatsapp.net`,
		}));
		await lids.storeLIDPNMappings(pairs);
		reads.length = 0;
		expect(await lids.getPNForLID('1020000@lid')).toBe('4915020000:0@s.whatsapp.net');
		expect(reads).toEqual([]);
		await lids.getPNForLID('1000000@lid');
		expect(reads).toEqual(['1000000_reverse']);
	});
});
