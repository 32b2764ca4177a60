// The entry point of `npm start`: checks the prerequisites, installs n8n, starts the gateway and n8n, prints their URLs,
// and stops both on Ctrl-C.
import path from 'node:path';
import { openAccount } from './account.ts';
import { StartError } from './start-error.ts';
import { formatError } from './format-error.ts';
import { ensurePage } from './gateway/page.ts';
import { startGateway } from './gateway/service.ts';
import { interruptSignal } from './process/interrupt-signal.ts';
import { dataLayout, type DataLayout } from './layout.ts';
import { ensureN8n } from './n8n/install.ts';
import { startN8n } from './n8n/service.ts';
import { setUpN8n } from './n8n/setup.ts';
import { ensureNodePackage, unpackNodePackage } from './n8n/node-package.ts';
import { readOptions, USAGE, type Options } from './options.ts';
import { print, withProgress } from './output.ts';
import { connectPhone } from './gateway/phone.ts';
import { findFreePort } from './process/ports.ts';
import { checkNode, checkPort } from './preflight.ts';
import { checkApiKey, waitForWebhooks } from './readiness.ts';
import { gatewayReadyMessage, readyMessage } from './ready-message.ts';
import type { Service } from './process/service.ts';
import { formatServiceExit, type ServiceStart } from './process/service-start.ts';

const services: Service[] = [];
const signal = interruptSignal();
process.exitCode = 0;
try {
	const options = readOptions(process.argv.slice(2), process.env);
	if (options === 'help') {
		process.stdout.write(USAGE);
	} else {
		print(await start(options));
		await waitForInterrupt();
	}
} catch (error) {
	if (!signal.aborted) {
		process.stderr.write(`\n${formatError(error)}\n`);
		process.exitCode = 1;
	}
} finally {
	await stopServices();
	if (signal.aborted) print('Stopped.');
}
// Pending operations of an interrupted start would keep the process alive.
process.exit();

async function start(options: Options): Promise<string> {
	checkNode();
	await checkPort('the gateway', options.gatewayPort, 'GATEWAY_PORT');
	const data = dataLayout(options.dataDir);
	if (!options.gatewayOnly) {
		await checkPort('n8n', options.n8nPort, 'N8N_PORT');
		await prepareN8n(data);
	}

	await ensurePage(path.join(data.logs, 'build.log'), signal);
	const account = await openAccount(data.account);
	const gateway = await withProgress('Starting the gateway', () =>
		addService(
			startGateway({
				port: options.gatewayPort,
				dataDir: data.gateway,
				apiKey: account.apiKey,
				logFile: path.join(data.logs, 'gateway.log'),
				signal,
			}),
		),
	);
	await checkApiKey(gateway, account);
	const instanceId = await connectPhone(gateway, signal);
	if (options.gatewayOnly) return gatewayReadyMessage(gateway, instanceId);

	const brokerPort = await findFreePort();
	const n8nUrl = await withProgress('Starting n8n (about 30 seconds)', () =>
		addService(
			startN8n({
				port: options.n8nPort,
				brokerPort,
				userFolder: data.n8n,
				logFile: path.join(data.logs, 'n8n.log'),
				signal,
			}),
		),
	);
	const { session, workflows } = await setUpN8n(n8nUrl, account, gateway);
	await waitForWebhooks(gateway, session, workflows, signal);
	return readyMessage(gateway, n8nUrl, account, instanceId);
}

async function prepareN8n(data: DataLayout): Promise<void> {
	await ensureN8n(path.join(data.logs, 'install.log'), signal);
	const buildLog = path.join(data.logs, 'build.log');
	await ensureNodePackage(buildLog, signal);
	await unpackNodePackage(data.n8n, buildLog, signal);
}

async function addService<T>({ service, ready }: ServiceStart<T>): Promise<T> {
	services.push(service);
	return ready;
}

/** Resolves on an interrupt. Throws StartError when a service ends before that. */
async function waitForInterrupt(): Promise<void> {
	const interrupted = new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => {
			resolve();
		});
	});
	const ends = services.map(async (service) => {
		const outcome = await service.ended;
		if (!signal.aborted) throw new StartError(formatServiceExit(service, outcome));
	});
	await Promise.race([interrupted, ...ends]);
}

/** Stops n8n first, because it may still send requests to the gateway. */
async function stopServices(): Promise<void> {
	const running = services.filter((service) => service.isRunning()).toReversed();
	if (running.length === 0) return;
	print('\nStopping …');
	for (const service of running) await service.stop();
}
