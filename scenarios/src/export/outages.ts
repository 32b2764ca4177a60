import type { GatewayClient } from '../gateway/gateway-client.ts';
import { WITHIN, type TimedStep } from './message-steps-of.ts';

/** A time (epoch milliseconds) in which an instance was not connected. */
export interface Outage {
	from: number;
	until: number;
}

interface Health {
	data: { statuses: readonly { status: string; from: string; until: string | null }[] };
}

/** The longest period for which the gateway returns statuses. */
const PERIOD = '30d';

/** Returns when an instance lost its connection in a time, and had it again. */
export async function readOutages(
	gateway: GatewayClient,
	instanceId: string,
	time: Outage,
): Promise<Outage[]> {
	const path = `/v1/instances/${instanceId}/health?period=${PERIOD}`;
	const { statuses } = ((await gateway.request('GET', path)) as Health).data;
	const outages: Outage[] = [];
	let lostAt: number | null = null;
	let wasConnected = false;
	for (const { status, from } of statuses) {
		const at = Date.parse(from);
		if (status !== 'connected') {
			if (wasConnected) lostAt ??= at;
			continue;
		}
		if (lostAt !== null) outages.push({ from: lostAt, until: at });
		lostAt = null;
		wasConnected = true;
	}
	return outages.filter(({ from }) => from >= time.from && from <= time.until);
}

/** Lets the connection drop again, for as long, and then waits for it. */
export function stepsOfOutage({ from, until }: Outage): TimedStep[] {
	const seconds = Math.round((until - from) / 1000);
	return [
		{ at: from, step: { step: 'drop', for: seconds === 0 ? null : seconds * 1000 } },
		{ at: until, step: { step: 'connected', within: WITHIN } },
	];
}

/** Events during an outage reached the instance at its end. */
export function afterOutages(step: TimedStep, outages: readonly Outage[]): TimedStep {
	const outage = outages.find(({ from, until }) => step.at > from && step.at < until);
	return outage === undefined ? step : { ...step, at: outage.until };
}
