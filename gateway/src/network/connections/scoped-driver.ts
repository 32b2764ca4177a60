import type { InstanceId } from '../../domain/ids.ts';
import type { NetworkConnection, NetworkDriver, DriverContext } from '../driver.ts';
import type { ErrorScopes } from './error-scopes.ts';

/** Closes the connection of an instance after an uncaught error, and schedules its reconnection. */
export type OnInstanceError = (instanceId: InstanceId, error: unknown) => void;

/**
 * Wraps a driver, so that its work runs in the error scope of its instance. The calls that the driver makes to the
 * gateway run outside that scope.
 */
export function scopedDriver(
	driver: NetworkDriver,
	scopes: ErrorScopes,
	onError: OnInstanceError,
): NetworkDriver {
	async function open(
		instanceId: InstanceId,
		context: DriverContext,
		connect: (context: DriverContext) => Promise<NetworkConnection>,
	): Promise<NetworkConnection> {
		const run = <T>(work: () => T): T =>
			scopes.run(
				instanceId,
				(error) => {
					onError(instanceId, error);
				},
				work,
			);
		const connection = await run(() => connect(outsideScope(context, scopes)));
		return wrapMethods(connection, run);
	}

	return {
		capabilities: driver.capabilities,
		link: (instanceId, context, options) =>
			open(instanceId, context, (wrapped) => driver.link(instanceId, wrapped, options)),
		connectOfficial: (instanceId, credentials, context) =>
			open(instanceId, context, (wrapped) => driver.connectOfficial(instanceId, credentials, wrapped)),
		resume: (instanceId, context) =>
			open(instanceId, context, (wrapped) => driver.resume(instanceId, wrapped)),
	};
}

type Wrap = <T>(work: () => T) => T;

function outsideScope(context: DriverContext, scopes: ErrorScopes): DriverContext {
	const exit: Wrap = (work) => scopes.exit(work);
	return {
		...wrapMethods(context, exit),
		session: wrapMethods(context.session, exit),
		messages: wrapMethods(context.messages, exit),
	};
}

/** Returns a copy of the object whose methods are called through `wrap`. */
function wrapMethods<T extends object>(target: T, wrap: Wrap): T {
	const wrapped = Object.entries(target).map(([name, value]: [string, unknown]) => {
		if (typeof value !== 'function') return [name, value] as const;
		const method = value as (...args: unknown[]) => unknown;
		return [name, (...args: unknown[]) => wrap(() => method.apply(target, args))] as const;
	});
	return Object.fromEntries(wrapped) as T;
}
