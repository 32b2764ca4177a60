import { lookup } from 'node:dns';
import type { Agent } from 'undici';
import type { Config } from '../config/config.ts';
import { createGuardedAgent } from '../lib/guarded-http/agent.ts';
import type { Target } from '../lib/guarded-http/allowed-target.ts';
import type { GuardedClient } from '../lib/guarded-http/follow-redirects.ts';
import { createOwnEndpoint, type OwnEndpoint } from '../lib/guarded-http/own-endpoint.ts';
import { isolateSlowLookups } from '../lib/guarded-http/isolate-slow-lookups.ts';
import { sharedLookup } from '../lib/guarded-http/shared-lookup.ts';
import type { Guard } from '../lib/guarded-http/target.ts';
import type { ComponentDeps } from './component-deps.ts';

/** The HTTP clients for URLs that users and strangers name, and the guard of their targets. */
export interface HttpClients {
	/** The gateway's own addresses, to which no URL of a user may lead. */
	ownEndpoint: OwnEndpoint;
	/** Decides what webhooks and proxies may reach. */
	guard: Guard;
	/** The HTTP client of webhooks. */
	agent: Agent;
	/** The same, with a connection of its own for each request. */
	unsharedAgent: Agent;
	/** The HTTP client of files. */
	files: GuardedClient;
}

/**
 * Creates one HTTP client for webhooks and one for files: downloads of files may not reach the private networks that
 * webhooks may.
 */
export function createHttpClients(
	{ publicUrl, peerUrl, allowedReceivers, allowedFileServers }: Config,
	{ observability: { metrics }, shutdownHooks }: Pick<ComponentDeps, 'observability' | 'shutdownHooks'>,
): HttpClients {
	const ownEndpoint = createOwnEndpoint([publicUrl, peerUrl].filter((url) => url !== null));
	const guarding = {
		isOwn: (target: Target) => ownEndpoint.isOwn(target),
		findAddresses: sharedLookup(isolateSlowLookups(lookup, () => performance.now())),
		onRefused: () => {
			metrics.requestRefused('private_target');
		},
	};
	const guard = { ...guarding, allowed: allowedReceivers };
	const agent = createGuardedAgent(guard);
	const unsharedAgent = createGuardedAgent(guard, { keepAlive: false });
	shutdownHooks.add('HTTP clients of webhooks', async () => {
		await Promise.all([agent.close(), unsharedAgent.close()]);
	});
	const fileGuard = { ...guarding, allowed: allowedFileServers };
	const files = { agent: createGuardedAgent(fileGuard), guard: fileGuard };
	shutdownHooks.add('HTTP client of files', () => files.agent.close());
	return { ownEndpoint, guard, agent, unsharedAgent, files };
}
