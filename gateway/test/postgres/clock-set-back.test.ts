import { describe, it } from '@jest/globals';
import { useClockSetBack } from '../support/clock-set-back.ts';
import { runSql } from '../support/database.ts';
import { until } from '../support/until.ts';

describe('a gateway whose clock is set back by an hour', () => {
	const { gateway, receive, receiver, register, setBack, waitForRequests } = useClockSetBack();

	it('finds what no signal announced', async () => {
		await register(null);
		await receive('1');
		await receiver().count(1);
		const { folder } = gateway();
		await until('the attempt to be recorded', async () => {
			const rows = await runSql(folder, `select 1 from deliveries where status = 'success'`);
			return rows.length === 1;
		});
		setBack();
		await runSql(folder, `update deliveries set status = 'pending', attempts = 0, finished_at = null`);
		await waitForRequests(2);
	});
});
