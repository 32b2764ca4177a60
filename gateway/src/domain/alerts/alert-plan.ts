import { DAY, HOUR } from '../duration.ts';
import type { AlertKind, Condition } from './alert.ts';

/** An alert that has not ended. Times are epoch milliseconds. */
export interface OpenAlert {
	kind: AlertKind;
	subject: string;
	message: string;
	advice: string;
	/** Since when the condition is gone; null: it holds. */
	clearedAt: number | null;
	/** How often the condition returned within the quiet time. */
	recurrences: number;
	/** When its begin, or the last reminder of it, was sent; null: not yet, because it is muted. */
	notifiedAt: number | null;
	acknowledgedAt: number | null;
	mutedUntil: number | null;
}

/** The change of an open alert, or a new alert for a condition without one. */
export type AlertChange<Alert extends OpenAlert> =
	| { do: 'open'; condition: Condition }
	| { do: 'update'; alert: Alert; set: AlertUpdate; notify: 'firing' | 'reminder' | null }
	| { do: 'resolve'; alert: Alert; at: number; notify: boolean };

export type AlertUpdate = Partial<
	Pick<OpenAlert, 'message' | 'advice' | 'clearedAt' | 'recurrences' | 'notifiedAt'>
>;

/** Milliseconds between two reminders of an alert that nobody has acknowledged. */
const REMINDER_INTERVAL = DAY;
/** Milliseconds a condition has to be gone before its alert ends, the first time and at most. */
const QUIET_TIME = 2 * 60_000;
const LONGEST_QUIET_TIME = HOUR;

/** Milliseconds a condition has to be gone: the longer, the more often it came back, so that flapping is one alert. */
function quietTime(recurrences: number): number {
	return Math.min(LONGEST_QUIET_TIME, QUIET_TIME * 2 ** Math.min(recurrences, 10));
}

/** Returns what has to change at a time, so that the open alerts follow the conditions that hold. */
export function planChanges<Alert extends OpenAlert>(
	open: readonly Alert[],
	conditions: readonly Condition[],
	now: number,
): AlertChange<Alert>[] {
	const held = new Map(conditions.map((condition) => [keyOf(condition), condition]));
	const known = new Set(open.map(keyOf));
	return [
		...open.flatMap((alert) => {
			const condition = held.get(keyOf(alert));
			return condition === undefined ? withoutCondition(alert, now) : withCondition(alert, condition, now);
		}),
		...[...held]
			.filter(([key]) => !known.has(key))
			.map(([, condition]) => ({ do: 'open' as const, condition })),
	];
}

function withCondition<Alert extends OpenAlert>(
	alert: Alert,
	{ message, advice }: Condition,
	now: number,
): AlertChange<Alert>[] {
	const set: AlertUpdate = {
		...(alert.message === message ? {} : { message }),
		...(alert.advice === advice ? {} : { advice }),
		...(alert.clearedAt === null ? {} : { clearedAt: null, recurrences: alert.recurrences + 1 }),
	};
	const notify = dueNotice(alert, now);
	if (notify !== null) set.notifiedAt = now;
	return Object.keys(set).length === 0 ? [] : [{ do: 'update', alert, set, notify }];
}

function dueNotice(alert: OpenAlert, now: number): 'firing' | 'reminder' | null {
	if (isMuted(alert, now)) return null;
	if (alert.notifiedAt === null) return 'firing';
	const isDue = alert.acknowledgedAt === null && now - alert.notifiedAt >= REMINDER_INTERVAL;
	return isDue ? 'reminder' : null;
}

function withoutCondition<Alert extends OpenAlert>(alert: Alert, now: number): AlertChange<Alert>[] {
	const { clearedAt } = alert;
	if (clearedAt === null) return [{ do: 'update', alert, set: { clearedAt: now }, notify: null }];
	if (now - clearedAt < quietTime(alert.recurrences)) return [];
	return [{ do: 'resolve', alert, at: clearedAt, notify: alert.notifiedAt !== null && !isMuted(alert, now) }];
}

/** Whether an alert is muted at `now`. */
function isMuted({ mutedUntil }: Pick<OpenAlert, 'mutedUntil'>, now: number): boolean {
	return mutedUntil !== null && mutedUntil > now;
}

function keyOf({ kind, subject }: { kind: AlertKind; subject: string }): string {
	return `${kind} ${subject}`;
}
