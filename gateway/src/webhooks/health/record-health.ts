import { timestamp } from '../../domain/clock.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import type { NewId, WebhookId } from '../../domain/ids.ts';
import { GATEWAY, recordAudit } from '../../store/access/audit-log.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvent } from '../../store/events/events.ts';
import type { FinishedAttempt } from '../../store/webhooks/deliveries/delivery-attempts.ts';
import { endOf, failureRuns, type FailureRun } from '../../store/webhooks/last-deliveries.ts';
import { changeHealthState, type WebhookHealthState } from '../../store/webhooks/health-states.ts';
import { PAUSE_AFTER } from './pause.ts';

/** Failures in a row after which webhook.failing is emitted. */
const FAILURE_LIMIT = 5;
/** Milliseconds of failures only, after which it is emitted although there were fewer. */
const FAILURE_TIME = 15 * 60_000;
/** Most characters of an error that an event carries. */
const ERROR_LIMIT = 500;

export interface RecordHealthDeps {
	newId: NewId;
	/** Called when the pause of a webhook is durable. */
	onPaused: (webhookId: WebhookId) => void;
}

/**
 * Records, in the transaction of the outcomes, which webhooks began to fail, recovered, or are paused, with the events
 * about it. Call it after the attempts are recorded: `attempts` are those whose claim was valid, and `states` are the
 * earlier states of their active webhooks.
 */
export async function recordHealth(
	scope: CommitScope,
	{ attempts, states }: { attempts: readonly FinishedAttempt[]; states: readonly WebhookHealthState[] },
	deps: RecordHealthDeps,
	now: number,
): Promise<void> {
	const latest = latestAttempts(attempts);
	const succeeded = new Set(attempts.filter(isSuccess).map(({ webhookId }) => webhookId));
	const failed = [...latest.values()].filter((attempt) => !isSuccess(attempt));
	const runs = await failureRuns(
		scope.db,
		failed.map(({ webhookId }) => webhookId),
	);
	for (const state of states) {
		const attempt = latest.get(state.id);
		// A paused webhook receives only test events and attempts that had begun: it recovers after it is resumed.
		if (attempt === undefined || state.pausedAt !== null) continue;
		const recovers = succeeded.has(state.id) && state.failingSince !== null;
		const before = recovers ? await recordRecovery(scope, deps, state, now) : state;
		const run = runs.get(state.id);
		if (run !== undefined) await recordFailure(scope, deps, { state: before, run, attempt }, now);
	}
}

function isSuccess({ end }: FinishedAttempt): boolean {
	return end.status === 'success';
}

/** Returns the state afterwards. */
async function recordRecovery(
	scope: CommitScope,
	{ newId }: RecordHealthDeps,
	state: WebhookHealthState,
	now: number,
): Promise<WebhookHealthState> {
	const healthy = { failingSince: null, pausedAt: null };
	if (state.failingSince !== null && (await changeHealthState(scope.db, state, healthy))) {
		const data = { ...ofWebhook(state), failingSince: timestamp(state.failingSince) };
		await recordEvent(scope, newId, { kind: 'webhook.recovered', data }, now);
	}
	return { ...state, ...healthy };
}

async function recordFailure(
	scope: CommitScope,
	{ newId, onPaused }: RecordHealthDeps,
	{ state, run, attempt }: { state: WebhookHealthState; run: FailureRun; attempt: FinishedAttempt },
	now: number,
): Promise<void> {
	const { failures, since } = run;
	if (since === null) return;
	const time = endOf(attempt) - since;
	const paused = time >= PAUSE_AFTER;
	const isFailing = failures >= FAILURE_LIMIT || time >= FAILURE_TIME;
	if (!paused && (!isFailing || state.failingSince !== null)) return;
	const change = { failingSince: state.failingSince ?? since, pausedAt: paused ? now : null };
	if (!(await changeHealthState(scope.db, state, change))) return;
	const event: GatewayEvent = {
		kind: 'webhook.failing',
		data: {
			...ofWebhook(state),
			since: timestamp(change.failingSince),
			failures,
			statusCode: attempt.attempt.status_code,
			error: attempt.attempt.error?.slice(0, ERROR_LIMIT) ?? null,
			paused,
		},
	};
	await recordEvent(scope, newId, event, now);
	if (!paused) return;
	const entry = { action: 'webhook.paused' as const, target: state.id, details: { since: event.data.since } };
	await recordAudit(scope.db, newId, { actor: GATEWAY, at: now }, entry);
	scope.addHooks({
		onCommit: () => {
			onPaused(state.id);
		},
		onRollback: () => undefined,
	});
}

/** Returns the attempt of each webhook that ended last. */
function latestAttempts(attempts: readonly FinishedAttempt[]): ReadonlyMap<WebhookId, FinishedAttempt> {
	const sorted = attempts.toSorted((a, b) => endOf(a) - endOf(b));
	return new Map(sorted.map((attempt) => [attempt.webhookId, attempt]));
}

function ofWebhook({ instanceId, id, name, url }: WebhookHealthState) {
	return { instanceId, webhookId: id, name, host: new URL(url).host };
}
