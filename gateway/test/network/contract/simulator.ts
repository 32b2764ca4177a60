import { SIMULATOR_CAPABILITIES } from '../../../src/network/simulator/simulator-capabilities.ts';
import { startFileServer } from '../../support/servers/file-server.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { NetworkUnderTest, NetworkWorld } from './network-under-test.ts';
import { simulatedEnd, type SimulatedEnd } from './simulated-end.ts';

/** The simulated network. Its phones do nothing automatically: tests act through /simulator/v1. */
export const simulatedNetwork: NetworkUnderTest = {
	name: 'the simulated network',
	method: 'qrcode',
	capabilities: SIMULATOR_CAPABILITIES.qrcode,
	expiringCodes() {
		const clock = createManualClock();
		return {
			clock,
			expire: () => {
				clock.advance(60_000);
			},
		};
	},
	rejections: [
		{
			what: 'a number that is not on the network',
			code: 'recipient_not_found',
			prepare: (world) => Promise.resolve(world.nobody()),
		},
	],
	failures: [
		{
			what: 'a recipient who has blocked the instance',
			code: 'recipient_blocked',
			trigger: (end, message) => (end as SimulatedEnd).fail(message, 'recipient_blocked'),
		},
		{
			what: 'a fault of the network',
			code: 'network_error',
			trigger: (end, message) => (end as SimulatedEnd).fail(message, 'network_error'),
		},
	],
	supports: new Set([
		'people_without_numbers',
		'replies',
		'unsupported_messages',
		'content_that_comes_later',
		'locations',
		'live_locations',
		'contact_cards',
		'polls',
		'orders',
		'button_replies',
		'list_replies',
		'flow_replies',
		'voice_notes',
		'stickers',
		'mentions',
		'forwarded_messages',
		'ephemeral_messages',
		'referrals',
		'revealed_numbers',
	]),
	async start() {
		const files = await startFileServer();
		let people = 0;
		const world: NetworkWorld = {
			// Long enough that no phone acts automatically during a test.
			settings: { GATEWAY_SIMULATOR_LATENCY_MS: '1,3600000,3600000' },
			connectRequest: { method: 'qrcode' },
			wrongRequest: null,
			person: () => `49151${String((people += 1)).padStart(7, '0')}7`,
			withoutNumber: () => `98765432${String((people += 1)).padStart(7, '0')}@lid`,
			nobody: () => '4915112340000',
			profiles: { open: '4915112345610', closed: '4915112345622' },
			endOf: (gateway, instanceId) => simulatedEnd(gateway, instanceId, files),
			close: () => files.close(),
		};
		return world;
	},
};
