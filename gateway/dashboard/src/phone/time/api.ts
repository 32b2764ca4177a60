import { requestData } from '../../api/request.ts';
import type { AdvancedClock, SimulatedClock } from '../../api/types.ts';

const PATH = '/simulator/v1/clock';

export function getClock() {
	return requestData<SimulatedClock>('GET', PATH);
}

/** Moves the time of the gateway: by a duration such as `23h59m`, or to the next due work. */
export async function advanceClock(advance: string): Promise<AdvancedClock> {
	const moved = await requestData<AdvancedClock>('POST', PATH, { body: { advance } });
	if (moved.remaining === 0) return moved;
	// A long way takes more than one request.
	const rest = await advanceClock(`${Math.ceil(moved.remaining / 1000)}s`);
	return {
		...rest,
		passed: [...moved.passed, ...rest.passed],
		passedCount: moved.passedCount + rest.passedCount,
	};
}
