import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseEnvironment, isLockAwaited, runSql } from '../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { refusal, upload } from '../support/requests.ts';
import { PDF } from '../support/sample-files.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';
import { until } from '../support/until.ts';

const ANA = '4915112345678';
const DAY = 24 * 3_600_000;

describe('an upload that is sent when its 24 hours end, beside another gateway', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let other: pg.Client;
	let instanceId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
		const { DATABASE_URL } = await databaseEnvironment(gateway.folder);
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
	});
	afterEach(async () => {
		await other.end();
		await gateway.close();
	});

	const pdf = () => upload(gateway, new Uint8Array(PDF), 'application/pdf');
	const idOf = (mediaUrl: string) => mediaUrl.slice('media:'.length);
	const storedIds = async () =>
		(await runSql(gateway.folder, 'select id from uploads')).map((row) => (row as { id: string }).id);

	it('is kept while the other gateway accepts the message', async () => {
		const sent = await pdf();
		const unused = await pdf();
		await other.query('begin');
		await other.query('select id from uploads where id = $1 for key share', [idOf(sent)]);
		clock.advance(DAY);
		await sweptUntil(clock, 'the other upload to be removed', async () => {
			return !(await storedIds()).includes(idOf(unused));
		});
		await other.query('commit');
		// Nothing waited for the transaction that has ended.
		expect(await isLockAwaited(gateway.folder)).toBe(false);
		expect(await storedIds()).toEqual([idOf(sent)]);
	});

	it('is refused when the other gateway has just removed it', async () => {
		const mediaUrl = await pdf();
		await other.query('begin');
		await other.query('delete from uploads where id = $1', [idOf(mediaUrl)]);
		const answer = gateway.post('/v1/messages/send', {
			instanceId,
			to: ANA,
			mediaUrl,
			mediaType: 'document',
		});
		await until('the message to wait for it', () => isLockAwaited(gateway.folder));
		await other.query('commit');
		expect(refusal(await answer)).toEqual([400, 'invalid_media_url']);
	});
});
