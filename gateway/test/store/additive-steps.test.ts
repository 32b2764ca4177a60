import { describe, expect, it } from '@jest/globals';
import { Kysely } from 'kysely';
import { sqliteDialect } from '../../src/store/engine/sqlite/dialect.ts';
import { openSqlite } from '../../src/store/engine/sqlite/sqlite.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import { schemaNumber } from '../../src/store/migrations/step.ts';
import { refusalOf } from './additive-statement.ts';

/** Since this step, gateways of two versions that follow each other share a schema. */
const FIRST_SHARED = 8;

/** Runs the steps up to one on an empty database; returns the statements of the last. */
async function statementsOf(last: string): Promise<string[]> {
	const statements: string[] = [];
	const db = new Kysely<unknown>({
		dialect: sqliteDialect(openSqlite(':memory:', 'write'), 'write'),
		log({ query }) {
			statements.push(query.sql);
		},
	});
	for (const [name, step] of Object.entries(MIGRATIONS.steps)) {
		statements.length = 0;
		if ('up' in step) await step.up(db);
		if (name === last) break;
	}
	await db.destroy();
	return statements;
}

const shared = Object.entries(MIGRATIONS.steps).filter(([name]) => schemaNumber(name) >= FIRST_SHARED);

describe('a step of the schema', () => {
	it('has a name in the order of the steps', () => {
		const names = Object.keys(MIGRATIONS.steps);
		expect(names.map(schemaNumber)).toEqual(names.map((_name, index) => index + 1));
	});

	it.each(shared)(
		'%s contains no statement that breaks gateways of the previous version',
		async (name, step) => {
			if ('index' in step || step.oldestSchema !== undefined) return;
			const statements = await statementsOf(name);
			const created = new Set(statements.map((text) => /^\s*create table "?([a-z_]+)/.exec(text)?.[1] ?? ''));
			expect(statements.filter((text) => refusalOf(text, created) !== null)).toEqual([]);
		},
	);
});

describe('the check of a step', () => {
	const created = new Set(['shades']);

	it.each([
		'drop table messages',
		'alter table messages drop column shade',
		'alter table messages rename to messages_away',
		'alter table messages rename column a to b',
		'alter table messages alter column shade type bigint',
		'alter table messages alter column shade set not null',
		'alter table messages add column shade text not null',
		'alter table messages add constraint one check (shade > 0)',
		'create unique index one on messages (shade)',
		'create index one on messages (shade)',
		'drop index messages_by_chat',
		'update messages set shade = 1',
		'delete from messages',
		'insert into messages (id) select id from chats',
	])('refuses: %s', (statement) => {
		expect(refusalOf(statement, created)).toEqual(expect.any(String));
	});

	it.each([
		'create table shades (id text primary key)',
		'create index shades_by_name on shades (name)',
		'create unique index shades_by_id on shades (id)',
		`insert into shades (id) values ('1')`,
		'alter table messages add column shade text',
		'alter table messages add column shade integer not null default 0',
	])('accepts: %s', (statement) => {
		expect(refusalOf(statement, created)).toBeNull();
	});
});
