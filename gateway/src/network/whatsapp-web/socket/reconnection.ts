import type { GatewayError } from '../../../domain/error.ts';
import type { DisconnectReason } from '../../../domain/instances/instance.ts';
import { proxyFailed, unreachable } from '../errors/client-errors.ts';
import { isFinal, proxyFaultOf } from '../proxy/proxy-error.ts';
import { closeReasonOf, statusCodeOf } from './close-reason.ts';
import type { ReconnectSchedule } from './reconnect-schedule.ts';

/** What the device does after the end of a connection. */
export type Reconnection =
	| { when: 'now' }
	/** `failures`: failed connections in a row; `error`: for a client that waits for the first one. */
	| { when: 'later'; delay: number; failures: number; error: GatewayError }
	/** `isUnlinked`: WhatsApp has removed the device; `error` is absent where the reason explains the end. */
	| { when: 'never'; reason: DisconnectReason; isUnlinked: boolean; error?: GatewayError };

/**
 * Decides whether and when to reconnect after a connection has ended with an error. `wasWaiting`: for a code to be scanned
 * or typed.
 */
export function reconnectionAfter(
	error: unknown,
	wasWaiting: boolean,
	schedule: Pick<ReconnectSchedule, 'next'>,
): Reconnection {
	const reason = closeReasonOf(statusCodeOf(error));
	if (reason.kind === 'final') return { when: 'never', reason: reason.reason, isUnlinked: reason.isUnlinked };
	const proxyFault = proxyFaultOf(error);
	const lost = { when: 'never', reason: 'connection_lost', isUnlinked: false } as const;
	if (proxyFault !== null && isFinal(proxyFault)) return { ...lost, error: proxyFailed(proxyFault) };
	const next = schedule.next(reason.kind === 'restart' || wasWaiting);
	if (next.when === 'never') return proxyFault === null ? lost : { ...lost, error: proxyFailed(proxyFault) };
	if (next.when === 'now') return next;
	return { ...next, error: proxyFault === null ? unreachable(error) : proxyFailed(proxyFault) };
}
