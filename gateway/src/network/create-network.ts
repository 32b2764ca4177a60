import type { Clock } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import { randomFraction, type RandomBytes } from '../runtime/system.ts';
import { createCloudApi } from './cloud-api/cloud-api.ts';
import { createGraph } from './cloud-api/graph/graph.ts';
import type { CloudApiWebhook } from './cloud-api/inbound/webhook.ts';
import { topicLabel } from './cloud-api/inbound/notices.ts';
import type { NetworkDriver, NetworkNotice } from './driver.ts';
import { encryptionKeyOf } from './encryption-key.ts';
import type { ErrorScopes } from './error-scopes.ts';
import type { FileStore } from './file-store.ts';
import type { GuardedClient } from '../lib/guarded-http/follow-redirects.ts';
import type { Log } from './log.ts';
import type { CountNetworkFault } from './network-fault.ts';
import type { NetworkSettings } from './network-settings.ts';
import { sessionEncrypter } from './encrypted-session.ts';
import { createSimulator, type SimulatorControls } from './simulator/simulator.ts';
import { createWhatsAppWeb } from './whatsapp-web/whatsapp-web.ts';
import { createWhatsApp } from './whatsapp.ts';

/** The network the instances connect to. */
export interface Network {
	driver: NetworkDriver;
	/** Null where the network is not simulated. */
	simulator: SimulatorControls | null;
	/** What answers Meta's webhooks; null where nobody sends any. */
	cloudApi: CloudApiWebhook | null;
	/** Call it when no connection is open any more. */
	close(): Promise<void>;
}

export interface NetworkDeps {
	clock: Clock;
	entropy: RandomBytes;
	log: Log;
	/** Keeps what arrives with messages. */
	files: FileStore;
	/** The guarded way out, for files that arrive. */
	client: GuardedClient;
	scopes: ErrorScopes;
	count: CountNetworkFault;
	/** Logs and counts what a network told of an account; `topic` is one of few. It is recorded apart. */
	onNotice: (instanceId: InstanceId, told: ToldNotice) => void;
}

export interface ToldNotice {
	network: 'cloud-api' | 'whatsapp-web';
	topic: string;
	notice: NetworkNotice;
}

/** The driver of the network that GATEWAY_NETWORK names. */
export function createNetwork(
	settings: NetworkSettings & { dataFolder: string },
	{ clock, entropy, log, files, client, scopes, count, onNotice }: NetworkDeps,
): Network {
	if (settings.network === 'simulator') {
		const token = (): string => entropy(16).toString('base64url');
		const simulator = createSimulator(clock, settings.simulatorLatency, token);
		return {
			driver: simulator,
			simulator: simulator.controls,
			cloudApi: null,
			close: () => Promise.resolve(),
		};
	}
	const key = encryptionKeyOf(settings.encryptionKey, settings.dataFolder, entropy);
	const graph = createGraph(settings.graphUrl, clock);
	const seal = sessionEncrypter(key, entropy);
	const cloudApi = createCloudApi({
		graph,
		clock,
		log,
		seal,
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
		seal,
		files,
		log,
		agent: client.agent,
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
