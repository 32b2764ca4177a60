import type { Scenario } from './scenario.ts';

/** The probes accept no parameters. */
export const PROBE_SCENARIOS: readonly Scenario[] = ['GET /livez', 'GET /readyz'].map((operation) => ({
	operation,
	code: 'invalid_parameters',
	what: 'with a parameter',
	call: () => ({ query: { verbose: '1' } }),
}));
