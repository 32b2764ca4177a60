import { describe, expect, it } from '@jest/globals';
import type { InstanceId } from '../../src/domain/ids.ts';
import type { PreparedWrite } from '../../src/inbound/record-batch.ts';
import { runsOfWrites } from '../../src/inbound/runs-of-writes.ts';

const A = 'inst_a' as InstanceId;
const B = 'inst_b' as InstanceId;

const connected = (instanceId: InstanceId): PreparedWrite => ({
	connected: { instanceId, profile: { phone: '1', profileName: null, profilePicUrl: null } },
});
const contacts = (instanceId: InstanceId): PreparedWrite => ({
	contacts: [{ instanceId, report: { id: '2@s.whatsapp.net', phone: '2' } }],
});

describe('runsOfWrites', () => {
	it('takes the writes of one kind of different instances together', () => {
		const events = [
			{ instanceId: A, writes: [connected(A), contacts(A)] },
			{ instanceId: B, writes: [connected(B), contacts(B)] },
		];
		expect([...runsOfWrites(events)]).toEqual([
			[connected(A), connected(B)],
			[contacts(A), contacts(B)],
		]);
	});

	it('keeps the order of the writes of an instance, over all its reports', () => {
		const write = (): PreparedWrite => ({ write: () => Promise.resolve() });
		const first = [contacts(A), write(), contacts(A)];
		const second = [contacts(A), connected(A)];
		const events = [
			{ instanceId: A, writes: first },
			{ instanceId: B, writes: [write()] },
			{ instanceId: A, writes: second },
		];
		const ofA = [...runsOfWrites(events)].flat().filter((one) => [...first, ...second].includes(one));
		expect(ofA).toEqual([...first, ...second]);
	});

	it('returns nothing for reports without writes', () => {
		expect([...runsOfWrites([{ instanceId: A, writes: [] }])]).toEqual([]);
	});
});
