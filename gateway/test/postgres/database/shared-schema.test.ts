import { afterEach, describe, expect, it } from '@jest/globals';
import { runSql } from '../../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';

describe('a schema that other programs share', () => {
	let gateway: TestGateway | undefined;

	afterEach(async () => {
		await gateway?.close();
	});

	it('keeps their tables and views unchanged', async () => {
		const foreign = `select table_name, column_name, data_type, collation_name from information_schema.columns
			where table_schema = 'public' and table_name like 'foreign_%' order by table_name, column_name`;
		let before: unknown;
		gateway = await startTestGateway({
			async prepare(folder) {
				await runSql(folder, 'create table foreign_workflows (id text primary key, name text)');
				await runSql(folder, `insert into foreign_workflows values ('1', 'Ä'), ('2', 'a')`);
				await runSql(folder, 'create view foreign_names as select name from foreign_workflows');
				before = await runSql(folder, foreign);
			},
		});
		await connectedInstance(gateway);
		gateway = await gateway.restart();
		expect(await runSql(gateway.folder, foreign)).toEqual(before);
		expect(await runSql(gateway.folder, 'select count(*)::int as count from foreign_names')).toEqual([
			{ count: 2 },
		]);
	});
});
