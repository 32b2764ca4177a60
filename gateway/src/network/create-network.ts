import type { Clock } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import { randomFraction, type RandomBytes } from '../runtime/system.ts';
import { createCloudApi } from './cloud-api/cloud-api.ts';
import { createGraph } from './cloud-api/graph/graph.ts';
import type { CloudApiWebhook } from './cloud-api/inbound/webhook.ts';
import { topicLabel } from './cloud-api/inbound/notices.ts';
import type { NetworkDriver } from './driver.ts';
import type { NetworkNotice } from './network-event.ts';
import type { ErrorScopes } from './connections/error-scopes.ts';
import type { FileStore } from './file-store.ts';
import type { Sealer } from '../lib/crypto/sealer.ts';
import type { GuardedClient } from '../lib/guarded-http/follow-redirects.ts';
import type { Guard } from '../lib/guarded-http/target.ts';
import type { Log } from './log.ts';
import type { CountNetworkFault } from './network-fault.ts';
import type { NetworkSettings } from './network-settings.ts';
import { sessionEncrypter } from './session/encrypted-session.ts';
import { createSimulator, type SimulatorControls } from './simulator/simulator.ts';
import { createWhatsAppWeb } from './whatsapp-web/whatsapp-web.ts';
import { createWhatsApp } from './whatsapp.ts';

/** The network that instances connect to. */
export interface Network {
	driver: NetworkDriver;
	/** Null: the network is not simulated. */
	simulator: SimulatorControls | null;
	/** Handles Meta's webhooks; null: the network is simulated. */
	cloudApi: CloudApiWebhook | null;
	/** Call it after all connections are closed. */
	close(): Promise<void>;
}

export interface NetworkDeps {
	clock: Clock;
	/** The time of the simulator, which stops at each of its timers when it is moved forward. */
	steps: Clock;
	entropy: RandomBytes;
	/** Seals the credentials of connections. */
	sealer: Sealer;
	log: Log;
	/** Stores the files of received messages. */
	files: FileStore;
	/** The guarded HTTP client that downloads the files of received messages. */
	client: GuardedClient;
	/** Decides which proxies instances may connect through. */
	proxyGuard: Guard;
	scopes: ErrorScopes;
	count: CountNetworkFault;
	/** Logs and counts a notice about an account. The driver records it separately. */
	onNotice: (instanceId: InstanceId, notice: LabeledNotice) => void;
}

export interface LabeledNotice {
	network: 'cloud-api' | 'whatsapp-web';
	/** The topic as a metric label, which has few values. */
	topic: string;
	notice: NetworkNotice;
}

/** Creates the driver of the network that GATEWAY_NETWORK selects. */
export function createNetwork(
	settings: NetworkSettings,
	{ clock, steps, entropy, sealer, log, files, client, proxyGuard, scopes, count, onNotice }: NetworkDeps,
): Network {
	if (settings.network === 'simulator') {
		const token = (): string => entropy(16).toString('base64url');
		const simulator = createSimulator({ clock, steps }, settings.simulatorLatency, token);
		return {
			driver: simulator,
			simulator: simulator.controls,
			cloudApi: null,
			close: () => Promise.resolve(),
		};
	}
	const graph = createGraph(settings.graphUrl, clock);
	const encryptSession = sessionEncrypter(sealer);
	const cloudApi = createCloudApi({
		graph,
		clock,
		log,
		encryptSession,
		meta: settings.meta,
		files,
		onNotice: (instanceId, notice) => {
			onNotice(instanceId, { network: 'cloud-api', topic: topicLabel(notice.topic), notice });
		},
	});
	const random = (): number => randomFraction(entropy);
	const { whatsappUrl: url, whatsappVersion } = settings;
	const web = createWhatsAppWeb({
		url,
		...(whatsappVersion === null ? {} : { version: whatsappVersion }),
		clock,
		random,
		seal: encryptSession,
		files,
		log,
		agent: client.agent,
		proxyGuard,
		scopes,
		count,
		processId: entropy(8).toString('hex'),
	});
	return {
		driver: createWhatsApp(web, cloudApi, settings.meta),
		simulator: null,
		cloudApi: cloudApi.webhook,
		close: () => graph.close(),
	};
}
