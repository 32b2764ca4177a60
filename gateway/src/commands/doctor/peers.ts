import type { Config } from '../../config/config.ts';
import { isAlive } from './address.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { explainFault } from './reach.ts';

const TOPIC = 'peer';
const REMEDY = 'Set GATEWAY_PEER_URL of each gateway to a URL at which the others reach it';

/**
 * Checks that the gateways on one PostgreSQL database reach each other, as far as this machine can tell. `running`: the
 * URL of each of them, as it is known to the others.
 */
export async function checkPeers(
	{ peerUrl, databaseUrl }: Pick<Config, 'peerUrl' | 'databaseUrl'>,
	running: readonly string[],
): Promise<Finding[]> {
	if (databaseUrl === null) return [];
	const urls = new Set(running);
	const findings: Finding[] = [];
	for (const url of urls) {
		const count = running.filter((one) => one === url).length;
		if (count > 1) {
			const sentence = `${count} gateways on this database have the same address ${url}, so that requests for the instances of one reach another. ${REMEDY}.`;
			findings.push(problem(TOPIC, sentence));
		}
	}
	// A single gateway forwards nothing.
	const reached = running.length > 1 ? [...urls] : [];
	findings.push(...(await Promise.all(reached.map((url) => checkRunning(url)))));
	if (peerUrl !== null && !reached.includes(peerUrl))
		findings.push(await checkOwn(peerUrl, urls.has(peerUrl)));
	return findings;
}

/** A gateway that is alive in the database should be reached at its address. */
async function checkRunning(url: string): Promise<Finding> {
	try {
		if (await isAlive(url)) return ok(TOPIC, `a gateway on this database answers at ${url}`);
		return problem(TOPIC, `Something answers at ${url}, but not the gateway with that address. ${REMEDY}.`);
	} catch (error) {
		return problem(TOPIC, `${explainFault(`The gateway of this database at ${url}`, error)} ${REMEDY}.`);
	}
}

/** Without a running gateway nothing has to answer at the configured address. */
async function checkOwn(url: string, isRunning: boolean): Promise<Finding> {
	const name = `GATEWAY_PEER_URL (${url})`;
	const find = isRunning ? problem : warning;
	try {
		if (await isAlive(url)) return ok(TOPIC, `a gateway answers at ${url}`);
		return find(TOPIC, `Something answers at ${url}, but no gateway. Correct GATEWAY_PEER_URL.`);
	} catch (error) {
		return find(TOPIC, explainFault(name, error));
	}
}
