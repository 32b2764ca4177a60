import { createMailer } from '../alerts/mail/mailer.ts';
import type { Config } from '../config/config.ts';
import type { Dependencies } from '../http/server/dependencies.ts';
import { createSignInLimits } from '../http/server/limits/sign-in-limits.ts';
import type { Sealer } from '../lib/crypto/sealer.ts';
import { errorLogger } from '../observability/log.ts';
import type { Media } from '../media/media.ts';
import { createN8nApi, type N8nApi } from '../ledger/n8n/n8n-api.ts';
import { createReadiness } from '../observability/readiness.ts';
import { createMessageChanges } from '../outbound/changes/message-changes.ts';
import { createEnqueueMessage } from '../outbound/queueing/enqueue.ts';
import { connectionLimit } from '../runtime/open-files.ts';
import { createPasswords } from '../access/users/password.ts';
import type { Deliveries } from './deliveries.ts';
import type { Networks } from './networks.ts';
import type { Ownership } from './ownership.ts';
import type { ComponentDeps } from './component-deps.ts';
import type { Reports } from './reports.ts';
import type { Sending } from './sending.ts';
import type { HttpClients } from './http-clients.ts';

interface OtherComponents {
	sealer: Sealer;
	httpClients: HttpClients;
	media: Media;
	ownership: Ownership;
	deliveries: Deliveries;
	reports: Reports;
	networks: Networks;
	sending: Sending;
}

/** Creates the dependencies of the routes. */
export function createRouteDependencies(
	config: Config,
	deps: ComponentDeps,
	components: OtherComponents,
): Dependencies {
	const { store, clock, realClock, newId, entropy, logger, observability } = deps;
	const { sealer, media, ownership, deliveries, networks, sending } = components;
	const onReadinessError = errorLogger(logger)('the gateway is not ready: its store does not accept writes');
	return {
		store,
		clock,
		realClock,
		simulatedTime: sending.simulatedTime,
		newId,
		entropy,
		connections: networks.connections,
		fence: ownership.leases.fence,
		media,
		peers: ownership.node.peers,
		simulator: networks.network.simulator,
		cloudApi: networks.network.cloudApi,
		guard: components.httpClients.guard,
		attemptWaiters: deliveries.attemptWaiters,
		receivers: deliveries.receivers,
		...messageRequests(config, deps, components),
		plan: config.plan,
		rateLimitsEnforced: config.rateLimitsEnforced,
		maxConnections: connectionLimit(config.maxConnections, (sentence) => {
			logger.warn(sentence);
		}),
		credits: config.credits,
		observability,
		readiness: createReadiness(store.commit, realClock, onReadinessError),
		systemInfo: {
			network: config.network,
			startedAt: realClock.now(),
			retention: config.retention,
			dataFolder: config.dataFolder,
		},
		passwords: createPasswords(entropy, deps.passwordCost),
		signInProxy: config.signInProxy,
		requireSecondFactor: config.requireSecondFactor === 'on',
		signInLimits: createSignInLimits(store.pool, store.read),
		sealer,
		publicUrl: config.publicUrl,
		n8n: openN8n(config, deps),
		mailer: config.mail === null ? null : createMailer(config.mail, realClock),
	};
}

/** The operations of requests on messages: queue new ones, and change sent ones. */
function messageRequests(
	{ credits }: Config,
	{ store, clock, newId }: ComponentDeps,
	{ media, ownership, reports, networks, sending }: OtherComponents,
): Pick<Dependencies, 'enqueueMessage' | 'messageChanges'> {
	const { connections } = networks;
	const { inFlight, recorder } = reports;
	const enqueueMessage = createEnqueueMessage(store, clock, newId, {
		credits,
		capabilitiesOf: (instance) => connections.capabilitiesOf(instance),
		queueOrder: sending.queueOrder,
	});
	const messageChanges = createMessageChanges({
		store,
		clock,
		newId,
		fence: ownership.leases.fence,
		transfers: ownership.transfers,
		connections,
		folder: media.folder,
		credits,
		enqueueMessage,
		record: (instanceId, change) =>
			inFlight.track(instanceId, () => recorder.recordReport(instanceId, [{ kind: 'change', change }])),
	});
	return { enqueueMessage, messageChanges };
}

function openN8n({ n8n }: Config, { shutdownHooks }: ComponentDeps): N8nApi | null {
	if (n8n === null) return null;
	const api = createN8nApi(n8n);
	shutdownHooks.add('HTTP client of n8n', () => api.close());
	return api;
}
