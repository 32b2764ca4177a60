import type { InstanceId } from '../domain/ids.ts';
import type { NetworkConnection, NetworkDriver, DriverContext } from './driver.ts';
import type { ErrorScopes } from './error-scopes.ts';

/** Ends the connection of an instance and opens it again later, because an error escaped from it. */
export type OnInstanceError = (instanceId: InstanceId, error: unknown) => void;

/**
 * The same driver, whose work runs in the error scope of its instance. What it calls of the gateway runs outside of
 * that scope again.
 */
export function scopedDriver(
	driver: NetworkDriver,
	scopes: ErrorScopes,
	onError: OnInstanceError,
): NetworkDriver {
	async function open(
		instanceId: InstanceId,
		host: DriverContext,
		begin: (host: DriverContext) => Promise<NetworkConnection>,
	): Promise<NetworkConnection> {
		const run = <T>(work: () => T): T =>
			scopes.run(
				instanceId,
				(error) => {
					onError(instanceId, error);
				},
				work,
			);
		const connection = await run(() => begin(outsideScope(host, scopes)));
		return withEachCall(connection, run);
	}

	return {
		capabilities: driver.capabilities,
		link: (instanceId, host) => open(instanceId, host, (inner) => driver.link(instanceId, inner)),
		connectOfficial: (instanceId, credentials, host) =>
			open(instanceId, host, (inner) => driver.connectOfficial(instanceId, credentials, inner)),
		resume: (instanceId, host) => open(instanceId, host, (inner) => driver.resume(instanceId, inner)),
	};
}

type Wrap = <T>(work: () => T) => T;

function outsideScope(host: DriverContext, scopes: ErrorScopes): DriverContext {
	const leave: Wrap = (work) => scopes.leave(work);
	return {
		...withEachCall(host, leave),
		session: withEachCall(host.session, leave),
		messages: withEachCall(host.messages, leave),
	};
}

/** The same object, whose functions are called through `wrap`. */
function withEachCall<T extends object>(target: T, wrap: Wrap): T {
	const wrapped = Object.entries(target).map(([name, value]: [string, unknown]) => {
		if (typeof value !== 'function') return [name, value] as const;
		const call = value as (...args: unknown[]) => unknown;
		return [name, (...args: unknown[]) => wrap(() => call.apply(target, args))] as const;
	});
	return Object.fromEntries(wrapped) as T;
}
