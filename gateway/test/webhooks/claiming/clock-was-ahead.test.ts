import { describe, expect, it } from '@jest/globals';
import { useClockSetBack } from '../../support/clock-set-back.ts';
import { runSql } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const SIX_HOURS = 6 * 3_600_000;
const FOUR_YEARS = 4 * 365 * 24 * 3_600_000;

describe('a gateway whose clock was ahead by years', () => {
	const { gateway, receive, receiver, register, setBack, waitForRequests } = useClockSetBack();

	it('makes the retries that were due by that clock', async () => {
		receiver().answer((response) => response.writeHead(500).end());
		await register(null);
		await receive('1');
		await until('the attempt to be recorded', async () => {
			const rows = await runSql(gateway().folder, 'select 1 from deliveries where failures = 1');
			return rows.length === 1;
		});
		setBack(FOUR_YEARS);
		await waitForRequests(2);
	});

	it('repeats an attempt whose claim ends by that clock', async () => {
		await register(null);
		await receive('1');
		const { folder } = gateway();
		await until('the attempt to be recorded', async () => {
			const rows = await runSql(folder, `select 1 from deliveries where status = 'success'`);
			return rows.length === 1;
		});
		setBack(FOUR_YEARS);
		await runSql(
			folder,
			`update deliveries set status = 'pending', finished_at = null, claim_token = 'of a gateway that lost it'`,
		);
		await waitForRequests(2);
	});

	it('delivers messages that are being collected', async () => {
		await register(null, { collect: { seconds: 30 } });
		await receive('1');
		setBack(FOUR_YEARS);
		// A webhook that collects gets the messages a poll later than others.
		await waitForRequests(1);
	});
});

describe('a gateway whose clock was ahead by hours', () => {
	const { gateway, letTimePass, receive, receiver, register, setBack, waitForRequests } = useClockSetBack();
	const failedOnce = () =>
		until('the attempt to be recorded', async () => {
			const rows = await runSql(gateway().folder, 'select 1 from deliveries where failures = 1');
			return rows.length === 1;
		});

	it('makes the retries that were due by that clock', async () => {
		receiver().answer((response) => response.writeHead(500).end());
		await register(null);
		await receive('1');
		await failedOnce();
		setBack(SIX_HOURS);
		await waitForRequests(2);
		// The next one waits its time.
		await until('the attempt to be recorded', async () => {
			const rows = await runSql(gateway().folder, 'select 1 from deliveries where failures = 2');
			return rows.length === 1;
		});
		await letTimePass();
		expect(receiver().requests).toHaveLength(2);
	});

	it('makes them although the webhook has received other events since', async () => {
		receiver().answer((response) => response.writeHead(receiver().requests.length === 1 ? 500 : 200).end());
		await register(null);
		await receive('1');
		await failedOnce();
		setBack(SIX_HOURS);
		await receive('2');
		await waitForRequests(3);
	});
});
