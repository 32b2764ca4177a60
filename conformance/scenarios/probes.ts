import type { Scenario } from './scenario.ts';

/** The probes ignore parameters, but no null character. */
export const PROBE_SCENARIOS: readonly Scenario[] = ['GET /livez', 'GET /readyz'].map((operation) => ({
	operation,
	code: 'invalid_parameters',
	what: 'with a null character in a parameter',
	call: () => ({ query: { verbose: '\0' } }),
}));
