import type { Environment } from './setting.ts';

/*
 * Kubernetes describes every service of a namespace to its pods by variables ("service links"). Those of a service
 * called "gateway" begin as our settings do, and its GATEWAY_PORT is tcp://10.0.0.1:8080.
 */

const SERVICE_HOST = /^(GATEWAY(?:_[A-Z0-9_]+)?)_SERVICE_HOST$/;
const AFTER_SERVICE =
	/^_(SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;
const ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Returns the environment without the variables by which Kubernetes describes services; our GATEWAY_PORT stays. */
export function withoutServiceLinks(environment: Environment): Environment {
	const services = Object.keys(environment).flatMap((name) => SERVICE_HOST.exec(name)?.[1] ?? []);
	if (services.length === 0) return environment;
	const isLink = ([name, value = '']: [string, string | undefined]): boolean => {
		if (name === 'GATEWAY_PORT') return ADDRESS.test(value);
		return services.some(
			(service) => name.startsWith(service) && AFTER_SERVICE.test(name.slice(service.length)),
		);
	};
	return Object.fromEntries(Object.entries(environment).filter((entry) => !isLink(entry)));
}
