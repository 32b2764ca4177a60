import { describe, expect, it } from '@jest/globals';
import { formatMarkdown, type Section } from '../report/markdown.ts';
import { ratioRow, timeRow, type Row } from '../report/row.ts';

const MACHINE = {
	processor: 'Example 9000',
	cores: 2,
	memory: 24 * 1024 ** 3,
	system: 'Debian GNU/Linux 12 (bookworm), Linux 6.1.0',
	node: '24.21.0',
	gateway: '0.1.0',
};
const DATE = new Date('2026-11-23T21:30:00Z');

function section(engine: string, rows: readonly Row[]): Section {
	return { engine, rounds: 5, seconds: 10, rows };
}

describe('the Markdown of a run', () => {
	it('begins with the machine, the versions and the date', () => {
		const sections = [section('SQLite 3.53.4', []), section('PostgreSQL 18.4', [])];
		expect(formatMarkdown(MACHINE, DATE, sections).split('\n').slice(0, 4)).toEqual([
			'- Machine: Example 9000, 2 cores, 24.0 GB of memory',
			'- Operating system: Debian GNU/Linux 12 (bookworm), Linux 6.1.0',
			'- Versions: gateway 0.1.0, Node 24.21.0, SQLite 3.53.4, PostgreSQL 18.4',
			'- Date: 2026-11-23',
		]);
	});

	it('has an aligned table for each engine, with what is required and whether it was reached', () => {
		const sections = [
			section('SQLite 3.53.4', [ratioRow('(a) fast', 60, 100, 0.5), timeRow('(c) slow', 20, 10)]),
			section('PostgreSQL 18.4', [{ name: '(f) unmarked', ours: '1 ms', ok: null }]),
		];
		const text = formatMarkdown(MACHINE, DATE, sections);
		expect(text.slice(text.indexOf('## '))).toBe(
			[
				'## SQLite 3.53.4',
				'',
				'Rounds: 5, of 10 s each. A figure is their median.',
				'',
				'| row      | ours  | limit | ratio | required | ok     |',
				'| -------- | ----- | ----- | ----- | -------- | ------ |',
				'| (a) fast | 60/s  | 100/s | 0.60  | >= 0.50  | ok     |',
				'| (c) slow | 20 ms |       |       | <= 10 ms | MISSED |',
				'',
				'## PostgreSQL 18.4',
				'',
				'Rounds: 5, of 10 s each. A figure is their median.',
				'',
				'| row          | ours | limit | ratio | required | ok  |',
				'| ------------ | ---- | ----- | ----- | -------- | --- |',
				'| (f) unmarked | 1 ms |       |       |          |     |',
				'',
			].join('\n'),
		);
	});

	it('keeps a vertical bar within its column', () => {
		const text = formatMarkdown(MACHINE, DATE, [section('SQLite', [{ name: 'a|b', ours: '1', ok: null }])]);
		expect(text).toContain('| a\\|b |');
	});
});
