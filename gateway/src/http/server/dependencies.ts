import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Mailer } from '../../alerts/mail/mailer.ts';
import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import type { Plan } from '../../domain/access/plan.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { Guard } from '../../lib/guarded-http/target.ts';
import type { Media } from '../../media/media.ts';
import type { CloudApiWebhook } from '../../network/cloud-api/inbound/webhook.ts';
import type { Connections } from '../../network/connections/connections.ts';
import type { NetworkSettings } from '../../network/network-settings.ts';
import type { SimulatorControls } from '../../network/simulator/simulator.ts';
import type { N8nApi } from '../../ledger/n8n/n8n-api.ts';
import type { Observability } from '../../observability/observability.ts';
import type { Readiness } from '../../observability/readiness.ts';
import type { Passwords } from '../../access/users/password.ts';
import type { SignInProxy } from '../../access/users/proxy-sign-in.ts';
import type { EnqueueMessage } from '../../outbound/queueing/enqueue.ts';
import type { MessageChanges } from '../../outbound/changes/message-changes.ts';
import type { Peers } from '../../cluster/peers.ts';
import type { Retention } from '../../retention/retention.ts';
import type { SimulatedTime } from '../../simulated-time/simulated-time.ts';
import type { Fence } from '../../store/cluster/leases.ts';
import type { Store } from '../../store/store.ts';
import type { AttemptDeps } from '../../webhooks/attempts/attempt.ts';
import type { AttemptWaiters } from '../../webhooks/attempts/attempt-waiters.ts';
import type { SignInLimits } from './limits/sign-in-limits.ts';
import type { RandomBytes } from '../../runtime/system.ts';

/** The dependencies of the routes. */
export interface Dependencies {
	store: Store;
	clock: Clock;
	/** Time for sign-in, rate limits and connections of clients: it is not moved where `clock` is simulated. */
	realClock: Clock;
	/** Moves the simulated time; null: the network is not simulated. */
	simulatedTime: SimulatedTime | null;
	newId: NewId;
	entropy: RandomBytes;
	connections: Connections;
	/** Refuses writes for an instance whose lease another gateway holds. */
	fence: Fence;
	media: Media;
	/** Other gateways on the same database; null on SQLite. */
	peers: Peers | null;
	/** Null where the network is not simulated: there are no /simulator routes. */
	simulator: SimulatorControls | null;
	/** Null where no instance uses the Cloud API: there is no /hooks/cloud-api. */
	cloudApi: CloudApiWebhook | null;
	guard: Guard;
	enqueueMessage: EnqueueMessage;
	messageChanges: MessageChanges;
	attemptWaiters: AttemptWaiters;
	/** The dependencies of requests to the receivers of webhooks. */
	receivers: Omit<AttemptDeps, 'clock'>;
	plan: Plan;
	rateLimitsEnforced: boolean;
	/** Most connections of clients at a time. */
	maxConnections: number;
	/** Balance of messages; null: unlimited. */
	credits: number | null;
	observability: Observability;
	readiness: Readiness;
	/** What GET /admin/v1/system returns of this gateway, and the folder whose disk GET /metrics measures. */
	systemInfo: {
		network: NetworkSettings['network'];
		startedAt: number;
		retention: Retention;
		dataFolder: string;
	};
	passwords: Passwords;
	/** A proxy that signs people in; null: there is none. */
	signInProxy: SignInProxy | null;
	signInLimits: SignInLimits;
	/** People need a second factor for all but setting one up. */
	requireSecondFactor: boolean;
	/** Seals secrets that are stored. */
	sealer: Sealer;
	/** GATEWAY_PUBLIC_URL, where clients reach the gateway: a page of this origin is the gateway's own. */
	publicUrl: string | null;
	/** Sends mails to the recipients of alerts; null: no mail server is set. */
	mailer: Mailer | null;
	/** Reads what n8n executed; null: it is not set up. */
	n8n: N8nApi | null;
}

/** The routes of one resource, and which dependencies they use. */
export type Routes<Used extends keyof Dependencies = keyof Dependencies> = FastifyPluginAsyncTypebox<
	Pick<Dependencies, Used>
>;
