import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openAccount } from '../../../../playground/src/account.ts';
import { connectPhone } from '../../../../playground/src/gateway/phone.ts';
import { startGateway, type Gateway } from '../../../../playground/src/gateway/service.ts';
import { dataLayout } from '../../../../playground/src/layout.ts';
import { openSession, type N8nSession } from '../../../../playground/src/n8n/client.ts';
import { ensureN8n } from '../../../../playground/src/n8n/install.ts';
import { unpackNodePackage } from '../../../../playground/src/n8n/node-package.ts';
import { findFreePort } from '../../../../playground/src/process/ports.ts';
import { startPostgres } from '../../../../postgres/server.ts';
import { prepareCluster, type N8nCluster } from './n8n-cluster.ts';
import { startLoadBalancer, type LoadBalancer } from './load-balancer.ts';
import { openN8nDatabase, type N8nDatabase } from './n8n-database.ts';
import { startRedis } from './redis.ts';

/** A gateway, and n8n in queue mode behind a load balancer, with their data in a temporary folder. */
export type QueuePlayground = {
	gateway: Gateway;
	instanceId: string;
	n8n: N8nCluster;
	/** The session of n8n's owner, through the load balancer. */
	session: N8nSession;
	balancer: LoadBalancer;
	/** n8n's database. */
	database: N8nDatabase;
	close: () => Promise<void>;
};

const GATEWAY_ENVIRONMENT = {
	GATEWAY_RATE_LIMITS: 'off',
	GATEWAY_MEDIA_ALLOW: '127.0.0.0/8,::1/128',
	// The second attempt goes out while the execution that the first one started may still run. The later ones leave a
	// busy machine the time to start processes again.
	GATEWAY_RETRY_SCHEDULE: '0s,200ms,2s,5s,10s,20s,30s,60s,60s,60s,60s,60s,60s,60s',
};

/** Starts all services: about a minute and 2.5 GB of memory. */
export async function openQueuePlayground(): Promise<QueuePlayground> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'queue-e2e-'));
	const data = dataLayout(folder);
	const started: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
	const close = async () => {
		for (const stop of started.toReversed()) await stop();
	};
	try {
		await ensureN8n(path.join(data.logs, 'install.log'));
		await unpackNodePackage(data.n8n, path.join(data.logs, 'build.log'));
		const account = await openAccount(data.account);
		const redis = await startRedis(folder);
		started.push(() => redis.stop());
		const postgres = await startPostgres({ durable: false });
		started.push(() => postgres.stop());

		const processes: { n8n?: N8nCluster } = {};
		const webhook = (index: number) => () => processes.n8n?.webhooks[index]?.url ?? '';
		const balancer = await startLoadBalancer(() => processes.n8n?.main.url ?? '', [webhook(0), webhook(1)]);
		started.push(() => balancer.close());
		const databaseUrl = await postgres.createDatabase();
		const settings = { userFolder: data.n8n, logs: data.logs, publicUrl: balancer.url, databaseUrl };
		const n8n = await prepareCluster({ ...settings, redisPort: redis.port });
		processes.n8n = n8n;
		started.push(() => n8n.stop());
		// The main process migrates the database.
		await n8n.main.start();
		await Promise.all([...n8n.workers, ...n8n.webhooks].map((one) => one.start()));

		const { service, ready } = startGateway({
			port: await findFreePort(),
			dataDir: data.gateway,
			apiKey: account.apiKey,
			logFile: path.join(data.logs, 'gateway.log'),
			env: GATEWAY_ENVIRONMENT,
		});
		started.push(() => service.stop());
		const gateway = await ready;
		const instanceId = await connectPhone(gateway);
		const session = await openSession(balancer.url, account);
		const database = openN8nDatabase(databaseUrl);
		started.push(() => database.close());
		return { gateway, instanceId, n8n, session, balancer, database, close };
	} catch (error) {
		await close();
		throw error;
	}
}
