import { timestamp } from '../../../../domain/clock.ts';
import { parseDuration } from '../../../../domain/duration.ts';
import { GatewayError } from '../../../../domain/error.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { LONGEST_MOVE } from '../../../../runtime/simulated-clock.ts';
import type { Due } from '../../../../simulated-time/due.ts';
import type { SimulatedTime } from '../../../../simulated-time/simulated-time.ts';
import { SIMULATOR_ROUTES } from '../schema.ts';
import { AdvanceBody, AdvancedClockView, SimulatedClockView } from './schema.ts';

/** The simulated time of the gateway, which can be moved forward (an addition). */
export const simulatedClockRoutes: Routes<'simulatedTime' | 'realClock'> = (app, deps) => {
	const { realClock } = deps;
	const time = deps.simulatedTime;
	if (time === null) return Promise.resolve();
	const defineRoute = routeDefiner(app, { ...SIMULATOR_ROUTES, concerns: 'all instances' });

	defineRoute({
		method: 'GET',
		url: '/simulator/v1/clock',
		operationId: 'getSimulatedClock',
		summary: 'Get the simulated time',
		data: SimulatedClockView,
		handler: async () => clockView(time, await time.next(), realClock.now()),
	});

	defineRoute({
		method: 'POST',
		url: '/simulator/v1/clock',
		operationId: 'advanceSimulatedClock',
		summary: 'Move the simulated time forward',
		description:
			'The time of the whole gateway, and of the others on its database: the 24-hour window, retries of deliveries, scheduled messages, expiry, ownership of chats and retention. The gateway does the due work at its time, in order. The time cannot be moved back. Sign-in, rate limits and time limits of connections stay in real time.',
		body: AdvanceBody,
		data: AdvancedClockView,
		errors: ['invalid_parameters'],
		handler: async ({ body: { advance } }) => {
			const { passed, passedCount, remaining, next } =
				advance === 'next'
					? await time.advanceToNext(LONGEST_MOVE)
					: await time.advance(durationOrThrow(advance));
			return {
				...clockView(time, next, realClock.now()),
				passed: passed.map(dueView),
				passedCount,
				remaining,
			};
		},
	});
	return Promise.resolve();
};

function clockView(time: Pick<SimulatedTime, 'now' | 'ahead'>, next: Due | null, realNow: number) {
	return {
		now: timestamp(time.now()),
		realTime: timestamp(realNow),
		ahead: Math.round(time.ahead()),
		next: next === null ? null : dueView(next),
	};
}

function dueView({ kind, at }: Due) {
	return { kind, at: timestamp(at) };
}

/** Returns milliseconds. Throws invalid_parameters. */
function durationOrThrow(text: string): number {
	const sum = (text.match(/\d+[dhms]/g) ?? []).reduce((total, part) => total + parseDuration(part), 0);
	if (sum > 0 && sum <= LONGEST_MOVE) return sum;
	throw new GatewayError('invalid_parameters', '"advance" has to be from 1s to 31d, such as 23h59m.');
}
