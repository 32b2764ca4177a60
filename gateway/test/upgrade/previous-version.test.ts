import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { ON_POSTGRES, runSql } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance } from '../support/gateway.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';
import { startLoad, type Load } from '../support/upgrade/load.ts';
import { extractPreviousVersion, HAS_PREVIOUS_VERSION } from '../support/upgrade/previous-version.ts';

/** Messages that are accepted before, between and after the restarts. */
const BATCH = 60;

const NAME = 'an upgrade from the version before, under load';
const suite = HAS_PREVIOUS_VERSION
	? (body: () => void) => {
			describe(NAME, body);
		}
	: (body: () => void) => {
			describe.skip(`${NAME}: left out, because this copy of the repository has no history`, body);
		};

suite(() => {
	let folder: string;
	let remove: () => Promise<void>;
	let previous: { main: string; remove: () => Promise<void> };
	let receiver: Receiver;
	let gateways: GatewayProcess[];
	let load: Load | undefined;

	const start = (port: number, main?: string): Promise<GatewayProcess> =>
		startGatewayProcess(
			folder,
			{ GATEWAY_PORT: String(port), GATEWAY_SIMULATOR_LATENCY_MS: '5,0,0' },
			main === undefined ? {} : { main },
		);
	const acceptMore = async (load: Load): Promise<void> => {
		const wanted = load.accepted.size + BATCH;
		await until('more messages to be accepted', () => load.accepted.size >= wanted);
	};

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		previous = await extractPreviousVersion();
		receiver = await startReceiver();
		gateways = [];
	});
	afterEach(async () => {
		await load?.stop();
		await Promise.all(gateways.map((gateway) => gateway.end('SIGKILL')));
		await receiver.close();
		await previous.remove();
		await remove();
	});

	it('loses nothing, and answers nothing but service_unavailable in between', async () => {
		const ports = [await freePort(), ...(ON_POSTGRES ? [await freePort()] : [])];
		for (const port of ports) gateways.push(await start(port, previous.main));
		const [first] = gateways;
		if (first === undefined) throw new Error('There is no gateway.');
		const instanceIds = [await connectedInstance(first, 'A'), await connectedInstance(first, 'B')];
		await first.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		load = startLoad({ urls: gateways.map(({ url }) => url), instanceIds, clients: 3 });
		await acceptMore(load);
		for (const [index, port] of ports.entries()) {
			expect((await gateways[index]?.end('SIGTERM'))?.code).toBe(0);
			gateways[index] = await start(port);
			await acceptMore(load);
		}
		await load.stop();

		const { accepted, refusals } = load;
		const received = () =>
			new Map(receiver.requests.map((request) => [request.at('data.messageId'), request] as const));
		await until('all messages at the receiver', () => received().size >= accepted.size);
		const texts = [...received()].map(([id, request]) => [id, request.at('data.content')]);
		expect(new Map(texts as [string, string][])).toEqual(accepted);
		// An event that is delivered again, because its answer was lost, is the same event.
		const events = new Set(receiver.requests.map((request) => request.at('eventId')));
		expect(events.size).toBe(accepted.size);
		const unfinished = await runSql(folder, `select id from messages where status in ('queued', 'failed')`);
		expect(unfinished).toEqual([]);

		const unexpected = refusals.filter(
			({ status, code }) => status !== null && !(status === 503 && code === 'service_unavailable'),
		);
		expect(unexpected).toEqual([]);
	});
});
