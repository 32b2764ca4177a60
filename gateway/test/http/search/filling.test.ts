import { afterEach, describe, expect, it } from '@jest/globals';
import { minIdAt } from '../../../src/domain/ids.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { openStore } from '../../../src/store/store.ts';
import { databaseEnvironment, runSql } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { sweptUntil } from '../../support/storage/sweeps.ts';
import { until } from '../../support/until.ts';

const COUNT = 1000;
const HOUR = 3_600_000;
const INSTANCE = 'inst_01jd0000000000000000000000';

/** Stores messages, an hour apart, that no index has, as in the database of an earlier version. */
async function storeMessages(folder: string, newest: number): Promise<void> {
	const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
	await (await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock })).close();
	await runSql(
		folder,
		`insert into instances (id, name, status, auto_read, auto_typing, webhook_events, created_at, last_seen_at)
			values ('${INSTANCE}', 'Shop', 'disconnected', 0, 0, '[]', ${newest}, ${newest})`,
	);
	const rows = Array.from({ length: COUNT }, (_, number) => {
		const at = newest - number * HOUR;
		return `('${minIdAt('msg', at)}', '${INSTANCE}', '1@s.whatsapp.net', 'inbound', 'text', 'mammoth ${number}', 'read', ${at})`;
	});
	await runSql(
		folder,
		`insert into messages (id, instance_id, chat_id, direction, type, content, status, created_at)
			values ${rows.join(', ')}`,
	);
}

describe('the index of texts after an upgrade', () => {
	let gateway: TestGateway;

	afterEach(() => gateway.close());

	it('is filled in the background, newest first, while searches say how far it is', async () => {
		const clock = createManualClock();
		const newest = clock.now() - HOUR;
		gateway = await startTestGateway({ clock, prepare: (folder) => storeMessages(folder, newest) });
		const search = (q: string) => gateway.get(`/v1/messages/search?q=${encodeURIComponent(q)}`);

		const oldest = `mammoth ${COUNT - 1}`;
		const partly = await sweptUntil(clock, 'the first messages in the index', async () => {
			const recent = await search('mammoth 1 ');
			return recent.at('index.complete') === false && recent.at('data.0.content') === 'mammoth 1';
		});
		expect(partly).toBe(true);
		expect((await search(oldest)).body).toMatchObject({
			data: [],
			index: { complete: false, searchedFrom: expect.stringMatching(/Z$/) },
		});
		const all = await sweptUntil(clock, 'the end of the index', async () => {
			const answer = await search(oldest);
			return answer.at('index.complete') === true && answer;
		});
		expect(all.body).toMatchObject({ data: [{ content: oldest }], index: { searchedFrom: null } });
		const seen: unknown[] = [];
		let rest = '';
		await until('the last page', async () => {
			const answer = await gateway.get(`/v1/messages/search?q=mammoth&limit=100${rest}`);
			seen.push(...(answer.at('data') as { content: string }[]).map(({ content }) => content));
			rest = `&before=${String(answer.at('pagination.nextCursor'))}`;
			return answer.at('pagination.hasMore') === false;
		});
		expect(seen).toEqual(Array.from({ length: COUNT }, (_, number) => `mammoth ${number}`));
	});
});
