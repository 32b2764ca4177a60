import { findConfigErrors, readConfig } from '../../config/config.ts';
import type { Environment } from '../../config/setting.ts';
import { findUnknownVariables } from '../../config/unknown-variables.ts';
import type { Clock } from '../../domain/clock.ts';
import { UsageError } from '../usage-error.ts';
import { checkCertificate, checkPort, checkPublicUrl } from './address.ts';
import { checkBucket } from './bucket.ts';
import { checkClock } from './clock.ts';
import { COMMAND_CLOCK } from './command-clock.ts';
import { checkDatabase } from './database.ts';
import { lineOf, ok, problem, summaryOf, warning, type Finding } from './finding.ts';
import { checkFolder } from './folder.ts';
import { checkMail } from './mail.ts';
import { checkPeers } from './peers.ts';
import { checkOptionalParts, checkVersions } from './programs.ts';
import { checkWebhookHosts } from './webhooks.ts';

/**
 * `doctor`: checks everything that a gateway needs, beside a running one or without one, and prints a line for each
 * check. It changes nothing. Returns the exit code: 1 where there is a problem.
 */
export async function runDoctorCommand(args: readonly string[], environment: Environment): Promise<number> {
	if (args.length > 0)
		throw new UsageError('`doctor` has no arguments: it reads the settings of the gateway.');
	const all: Finding[] = [];
	for await (const findings of examine(environment, COMMAND_CLOCK)) {
		all.push(...findings);
		for (const finding of findings) process.stdout.write(`${lineOf(finding)}\n`);
	}
	process.stdout.write(`${summaryOf(all)}\n`);
	return all.some(({ level }) => level === 'problem') ? 1 : 0;
}

/** Yields the findings of each check as it ends. */
async function* examine(environment: Environment, clock: Clock): AsyncGenerator<Finding[]> {
	yield checkVersions();
	const errors = findConfigErrors(environment).map(({ message }) => problem('settings', message));
	const unknown = findUnknownVariables(environment).map((sentence) => warning('settings', sentence));
	yield errors.length + unknown.length === 0 ? [ok('settings', 'all are valid')] : [...errors, ...unknown];
	// The other checks need valid settings.
	if (errors.length > 0) return;
	const config = readConfig(environment);
	yield checkFolder(config.dataFolder);
	const { findings, webhookUrls, clockAhead, installation, gatewayUrls } = await checkDatabase(config, clock);
	yield findings;
	yield await checkBucket(config.mediaBucket, installation, clock);
	const port = await checkPort(config);
	yield port.findings;
	yield checkCertificate(config, clock.now());
	yield await checkPublicUrl(config, port.isRunning);
	yield await checkPeers(config, gatewayUrls);
	const receivers = await checkWebhookHosts(webhookUrls, config, clock);
	yield receivers.findings;
	yield await checkMail(config.mail, clock);
	yield checkClock(clockAhead, receivers.clocksAhead);
	yield await checkOptionalParts(config, environment.GATEWAY_FFMPEG === 'off');
}
