import { serveRequests } from '../worker.ts';

/** A built package, and a folder for the settings of n8n. */
export interface LoadPackageRequest {
	packageFolder: string;
	userFolder: string;
}

/** A process that loads a package of nodes as n8n does at its start. Replies with the milliseconds. */
serveRequests(async (message) => {
	const { packageFolder, userFolder } = message as LoadPackageRequest;
	// Set before the import, because n8n reads them when it is loaded.
	process.env.N8N_USER_FOLDER = userFolder;
	process.env.N8N_LOG_LEVEL = 'silent';
	await import('reflect-metadata');
	const { PackageDirectoryLoader } = await import('n8n-core');
	const loader = new PackageDirectoryLoader(packageFolder);
	const startedAt = performance.now();
	await loader.loadAll();
	const took = performance.now() - startedAt;
	if (Object.keys(loader.known.nodes).length === 0) throw new Error(`${packageFolder} has no nodes.`);
	return took;
});
