import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runSql } from '../support/database.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { clientWith } from '../support/keys.ts';

describe('a forwarded request', () => {
	let gateway: TestGateway;
	let other: Server;
	let forwarded: number;

	beforeEach(async () => {
		gateway = await startTestGateway();
		forwarded = 0;
		// This gateway is killed while it answers.
		other = createServer((_request, response) => {
			forwarded += 1;
			response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
			response.write('{"success":true,', () => response.destroy());
		});
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
	});
	afterEach(async () => {
		await gateway.close();
		other.close();
	});

	/** Creates an instance that the other gateway runs. */
	async function instanceOfOther(): Promise<string> {
		const instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
		const seenAt = Date.now() + 3_600_000;
		await runSql(
			gateway.folder,
			`insert into processes (id, lock_id, url, secret, seen_at) select 'proc_other', 1, '${url}', secret, ${seenAt} from processes limit 1`,
		);
		await runSql(
			gateway.folder,
			`insert into instance_leases (instance_id, owner, epoch) values ('${instanceId}', 'proc_other', 1)`,
		);
		return instanceId;
	}

	it('answers 503 with Retry-After when the other gateway ends before its response is complete', async () => {
		const instanceId = await instanceOfOther();
		const answer = await gateway.get(`/v1/instances/${instanceId}/status`);
		expect([answer.status, answer.at('error.code')]).toEqual([503, 'service_unavailable']);
		expect(answer.headers.get('retry-after')).toBe('3');
		expect(forwarded).toBe(1);
	});

	it('is sent again after that only where it reads or has an Idempotency-Key, and else after a look', async () => {
		const instanceId = await instanceOfOther();
		const group = { instanceId, name: 'Choir', participants: ['4915112345678'] };
		const again = 'Another one takes over the instance; send the request again in a few seconds.';

		const read = await gateway.get(`/v1/groups?instanceId=${instanceId}`);
		const created = await gateway.post('/v1/groups', group);

		expect(read.at('error.message')).toMatch(again);
		expect(created.at('error.message')).toMatch('look whether the request took effect before you send it');
		expect(forwarded).toBe(2);
	});

	it('is not sent for a key that does not see the instance', async () => {
		const own = (await gateway.post('/v1/instances', { name: 'Own' })).text('data.id');
		const instanceId = await instanceOfOther();
		const limited = await clientWith(gateway, { instances: [own] });
		for (const answer of [
			await limited.get(`/v1/instances/${instanceId}/status`),
			await limited.delete(`/v1/instances/${instanceId}`),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'instance_not_found']);
		}
		expect(forwarded).toBe(0);
	});
});
