import { setTimeout as sleep } from 'node:timers/promises';
import { usedTime } from './cost.ts';
import { insertWithEvents } from './fill.ts';
import { idAt } from './sql.ts';
import { withGateway, type Step } from './steps.ts';

const DAY = 86_400_000;
/** The retention of all rows, and the age of the removed rows; all others are younger. */
const RETENTION = '95d';
const RETAINED = 95 * DAY;
const AGE = 100 * DAY;
/** Messages that are removed. */
const MESSAGES = 10_000;
const POLL_INTERVAL = 100;
/** Milliseconds until everything must be removed: the first sweep is 15 seconds after the start. */
const TIMEOUT = 120_000;

/** Retention removes a message, its event, the event's delivery and attempt. */
export const remove: Step = async (filled, { engine }) => {
	const { database, owners, chats, messages } = filled;
	const now = Date.now();
	// Numbers that no other round and no filled message has.
	const first = messages + Math.floor(now / 1000) * MESSAGES;
	await insertWithEvents(database, owners, {
		chats,
		first,
		count: MESSAGES,
		begin: now - AGE,
		interval: 1,
		unreadFrom: Infinity,
	});
	if (database.engine === 'postgres') await database.execute('analyze');
	const expired = ['msg', 'evt', 'dlv'].map((kind, index) => {
		const table = ['messages', 'events', 'deliveries'][index] ?? '';
		const border = idAt(database.engine, kind, String(now - RETAINED), '0');
		return `(select count(*) from ${table} where id < ${border})`;
	});
	const countExpired = (): Promise<number> => database.number(`select ${expired.join(' + ')}`);
	const all = await countExpired();
	const settings = {
		GATEWAY_RETENTION_MESSAGES: RETENTION,
		GATEWAY_RETENTION_EVENTS: RETENTION,
		GATEWAY_RETENTION_ATTEMPTS: RETENTION,
	};
	return withGateway(filled, settings, async (gateway) => {
		const deadline = performance.now() + TIMEOUT;
		let before = usedTime(engine, gateway);
		for (let left = all; left > 0; left = await countExpired()) {
			if (performance.now() > deadline) throw new Error(`${left} expired rows were not removed in time.`);
			if (left === all) before = usedTime(engine, gateway);
			await sleep(POLL_INTERVAL);
		}
		return ((usedTime(engine, gateway) - before) / MESSAGES) * 1000;
	});
};
