// The story of `npm start`: check, install what is missing, start the gateway and n8n, say where they are, and stop
// both when asked to.
import path from 'node:path';
import { openAccount } from './account.ts';
import { CannotStart } from './cannot-start.ts';
import { explain } from './explain.ts';
import { ensurePage } from './gateway-page.ts';
import { startGateway } from './gateway-service.ts';
import { interruption } from './interruption.ts';
import { dataLayout, type DataLayout } from './layout.ts';
import { ensureN8n } from './n8n-install.ts';
import { startN8n } from './n8n-service.ts';
import { setUpN8n } from './n8n-setup.ts';
import { buildNodePackage, unpackNodePackage } from './node-package.ts';
import { readOptions, USAGE, type Options } from './options.ts';
import { say, withProgress } from './output.ts';
import { connectPhone } from './playground-phone.ts';
import { freePort } from './ports.ts';
import { checkNode, checkPort } from './preflight.ts';
import { gatewayAnswers, webhooksRegistered } from './readiness.ts';
import { gatewayReadyMessage, readyMessage } from './ready-message.ts';
import type { Service } from './service.ts';
import { endedText, type Starting } from './start-up.ts';

const services: Service[] = [];
const signal = interruption();
process.exitCode = 0;
try {
	const options = readOptions(process.argv.slice(2), process.env);
	if (options === 'help') {
		process.stdout.write(USAGE);
	} else {
		say(await start(options));
		await endOfServices();
	}
} catch (error) {
	if (!signal.aborted) {
		process.stderr.write(`\n${explain(error)}\n`);
		process.exitCode = 1;
	}
} finally {
	await stopServices();
	if (signal.aborted) say('Stopped.');
}
// What an interrupted start still waits for would keep the process alive.
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
		begin(
			startGateway({
				port: options.gatewayPort,
				dataDir: data.gateway,
				apiKey: account.apiKey,
				logFile: path.join(data.logs, 'gateway.log'),
				signal,
			}),
		),
	);
	await gatewayAnswers(gateway, account);
	const instanceId = await connectPhone(gateway, signal);
	if (options.gatewayOnly) return gatewayReadyMessage(gateway, instanceId);

	const brokerPort = await freePort();
	const n8nUrl = await withProgress('Starting n8n (about 30 seconds)', () =>
		begin(
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
	await webhooksRegistered(gateway, session, workflows, signal);
	return readyMessage(gateway, n8nUrl, account, instanceId);
}

async function prepareN8n(data: DataLayout): Promise<void> {
	await ensureN8n(path.join(data.logs, 'install.log'), signal);
	const buildLog = path.join(data.logs, 'build.log');
	await withProgress('Building the nodes', () => buildNodePackage(buildLog, signal));
	await unpackNodePackage(data.n8n, buildLog, signal);
}

async function begin<T>({ service, ready }: Starting<T>): Promise<T> {
	services.push(service);
	return ready;
}

/** Settles when the person has had enough; throws when a service ends by itself before that. */
async function endOfServices(): Promise<void> {
	const interrupted = new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => {
			resolve();
		});
	});
	const ends = services.map(async (service) => {
		const outcome = await service.ended;
		if (!signal.aborted) throw new CannotStart(endedText(service, outcome));
	});
	await Promise.race([interrupted, ...ends]);
}

/** n8n first: while it ends it may still have something to say to the gateway. */
async function stopServices(): Promise<void> {
	const running = services.filter((service) => service.isRunning()).toReversed();
	if (running.length === 0) return;
	say('\nStopping …');
	for (const service of running) await service.stop();
}
