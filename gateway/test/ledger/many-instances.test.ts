import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COUNTED, storeCountedHours } from '../support/storage/counted-hours.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const HOUR = 3_600_000;
const HOURS = 24;
/** In these hours there are more instances than a page of them has. */
const INSTANCES = 110;
/** The instances in an hour of the ledger. */
const NAMED = 100;

interface Figures {
	outbound: typeof COUNTED.outbound;
	inbound: typeof COUNTED.inbound;
	events: number;
	deliveries: typeof COUNTED.deliveries;
	checked: number;
	missing: number;
	verdict: string;
}

interface Hour extends Figures {
	from: string;
	instances: (Figures & { instanceId: string })[];
	breaks: object[];
}

/** The sums of all instances. */
function timesCounted(by: number): Omit<Figures, 'verdict'> {
	const times = <Counts extends object>(counts: Counts) =>
		Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count) * by])) as Counts;
	const { outbound, inbound, deliveries, ...rest } = COUNTED;
	return {
		...times(rest),
		outbound: times(outbound),
		inbound: times(inbound),
		deliveries: times(deliveries),
	};
}

describe('a day of many instances in the ledger', () => {
	let gateway: TestGateway;
	let range: string;
	let deleted: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		for (let count = 0; count <= INSTANCES; count += 1) await gateway.post('/v1/instances', { name: 'One' });
		const to = await storeCountedHours(gateway.folder, HOURS);
		const from = new Date(to.getTime() - (HOURS - 1) * HOUR);
		range = `from=${from.toISOString()}&to=${to.toISOString()}`;
		deleted = (await gateway.get('/v1/instances?limit=1')).text('data.0.id');
		await gateway.delete(`/v1/instances/${deleted}`);
	});
	afterAll(() => gateway.close());

	it('is one page by hour, with the sums of its instances', async () => {
		const answer = await gateway.get(`/v1/ledger?${range}&groupBy=hour`);
		const hours = answer.at('data') as Hour[];
		expect(hours).toHaveLength(HOURS);
		expect(answer.at('pagination')).toEqual({ hasMore: false, nextTo: null });
		for (const { instances, breaks, ...hour } of hours) {
			expect(hour).toMatchObject(timesCounted(INSTANCES));
			expect(hour.verdict).toBe('220 of 2,200 missing');
			expect(instances).toEqual([]);
			expect(breaks).toHaveLength(NAMED);
		}
		expect(answer.at('total')).toEqual({
			checked: COUNTED.checked * INSTANCES * HOURS,
			missing: COUNTED.missing * INSTANCES * HOURS,
			verdict: '5,280 of 52,800 missing',
		});
	});

	it('has the same sums by instance, on pages that lead to each other', async () => {
		const hours: Hour[] = [];
		const pages: number[] = [];
		let query = range;
		for (let next: string | null = ''; next !== null; ) {
			const answer = await gateway.get(`/v1/ledger?${query}`);
			const data = answer.at('data') as Hour[];
			pages.push(data.length);
			hours.push(...data);
			next = answer.at('pagination.nextTo') as string | null;
			expect(answer.at('pagination.hasMore')).toBe(next !== null);
			query = range.replace(/to=.*/, `to=${next ?? ''}`);
		}
		expect(pages.length).toBeGreaterThan(1);
		expect(new Set(hours.map(({ from }) => from)).size).toBe(HOURS);
		for (const { instances, breaks, ...hour } of hours) {
			expect(hour).toMatchObject(timesCounted(INSTANCES));
			expect(instances).toHaveLength(INSTANCES);
			expect(instances.map(({ instanceId }) => instanceId)).not.toContain(deleted);
			expect(instances[0]).toMatchObject(COUNTED);
			expect(breaks).toHaveLength(INSTANCES);
		}
	});

	it('is refused in groups that do not exist', async () => {
		const answer = await gateway.get(`/v1/ledger?${range}&groupBy=day`);
		expect(answer.status).toBe(400);
		expect(answer.text('error.code')).toBe('invalid_parameters');
	});
});
