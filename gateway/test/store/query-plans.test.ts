import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStore } from '../../src/store/store.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { databaseEnvironment, ON_POSTGRES } from '../support/database.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { ALLOWED_SCANS } from './query-plans/allowed-scans.ts';
import { openConnection, type Connection } from './query-plans/connection.ts';
import { requestEverything, runJobs } from './query-plans/exercise-gateway.ts';
import { scansOnPostgres } from './query-plans/explain-postgres.ts';
import { scansOnSqlite } from './query-plans/explain-sqlite.ts';
import { fillDatabase } from './query-plans/fill-database.ts';
import { recordStatements, type Recording, type Statement } from './query-plans/record-statements.ts';

/** The scans of a statement, with its text. */
interface ScannedStatement {
	text: string;
	scans: string[];
}

/** Milliseconds for filling and exercising the database on a busy machine. */
const FILL_TIMEOUT = 600_000;

describe('a gateway with a million messages', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let receiver: Receiver;
	let statements: Statement[];
	let scanned: ScannedStatement[];

	beforeAll(async () => {
		receiver = await startReceiver();
		let recording: Recording | undefined;
		gateway = await startTestGateway({
			clock,
			environment: { GATEWAY_RETENTION_MESSAGES: '30d', GATEWAY_RETENTION_MEDIA: '25d' },
			async prepare(folder) {
				const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
				await (await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock })).close();
				await fillDatabase(folder, clock.now(), receiver.url);
				recording = await recordStatements();
			},
		});
		const exercise = { gateway, clock, webhookUrl: receiver.url };
		await whileTimePasses(clock, requestEverything(exercise));
		await runJobs(exercise);
		recording?.stop();
		statements = recording?.statements() ?? [];
		scanned = await explainAll(gateway.folder, statements);
	}, FILL_TIMEOUT);
	afterAll(async () => {
		await whileTimePasses(clock, gateway.close());
		await receiver.close();
	});

	it('executes more than a hundred statements', () => {
		expect(statements.length).toBeGreaterThan(100);
	});

	it('neither reads nor sorts a growing table as a whole', () => {
		const unexpected = scanned.filter(
			({ text }) => !ALLOWED_SCANS.some(({ statement }) => statement.test(text)),
		);
		expect(unexpected.map(({ text, scans }) => `${scans.join('; ')}: ${text}`)).toEqual([]);
	});

	// PostgreSQL chooses by statistics, so that a scan may be needed in one run and not in the next.
	if (!ON_POSTGRES) {
		it('needs every allowed scan', () => {
			const needed = ALLOWED_SCANS.filter(({ statement }) =>
				scanned.some(({ text }) => statement.test(text)),
			);
			expect(ALLOWED_SCANS.map(({ reason }) => reason)).toEqual(needed.map(({ reason }) => reason));
		});
	}
});

/** Advances the clock until work ends that waits for it now and then; throws what the work throws. */
async function whileTimePasses(clock: ManualClock, work: Promise<void>): Promise<void> {
	let ended = false;
	const ending = work.finally(() => {
		ended = true;
	});
	// `until` does not see a failure, which the last line throws.
	ending.catch(() => undefined);
	await until('the work to end', () => {
		clock.advance(100);
		return ended;
	});
	await ending;
}

async function explainAll(folder: string, statements: readonly Statement[]): Promise<ScannedStatement[]> {
	const sessions = new Map<string, Connection>();
	const scanned: ScannedStatement[] = [];
	try {
		for (const statement of statements) {
			const db = sessions.get(statement.settings) ?? (await openConnection(folder, statement.settings));
			sessions.set(statement.settings, db);
			const scans = await (ON_POSTGRES ? scansOnPostgres : scansOnSqlite)(db, statement);
			if (scans.length > 0) scanned.push({ text: statement.text, scans });
		}
	} finally {
		for (const db of sessions.values()) await db.close();
	}
	return scanned;
}
