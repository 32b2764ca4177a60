import path from 'node:path';
import { ROOT } from '../../playground/src/layout.ts';
import { startN8n, type N8nSettings } from '../../playground/src/n8n/service.ts';
import { until } from '../../playground/src/process/until.ts';
import { milliseconds, type Row } from '../report/row.ts';
import { temporaryStorage, type Storage } from '../server/engine.ts';
import { median } from '../statistics.ts';
import { startWorker } from '../worker.ts';
import type { LoadPackageRequest } from './load-package.ts';
import { prepareN8n } from './n8n.ts';

/** Measures the time to load the package, and the start of n8n with and without it. */
export async function startUpRows(rounds: number, progress: (line: string) => void): Promise<Row[]> {
	const storages = [await temporaryStorage({}), await temporaryStorage({})] as const;
	try {
		const [nodes, none] = [
			await prepareN8n(storages[0].folder, true),
			await prepareN8n(storages[1].folder, false),
		];
		// The first start of each creates its database.
		await startTime(nodes);
		await startTime(none);
		const figures = { load: [] as number[], withNodes: [] as number[], without: [] as number[] };
		for (let round = 1; round <= rounds; round += 1) {
			figures.load.push(await loadTime(storages[0]));
			// The order alternates.
			if (round % 2 === 0) figures.without.push(await startTime(none));
			figures.withNodes.push(await startTime(nodes));
			if (round % 2 === 1) figures.without.push(await startTime(none));
			const [load, withPackage, withoutPackage] = Object.values(figures).map((all) =>
				milliseconds(all.at(-1) ?? Number.NaN),
			);
			progress(`${round}/${rounds}: ${load} to load, start with ${withPackage}, without ${withoutPackage}`);
		}
		const [withNodes, without] = [median(figures.withNodes), median(figures.without)];
		return [
			{ name: 'loading the package', ours: milliseconds(median(figures.load)), ok: null },
			{
				name: "n8n's start with the package, against without",
				ours: milliseconds(withNodes),
				limit: milliseconds(without),
				ratio: (withNodes / without).toFixed(2),
				ok: null,
			},
		];
	} finally {
		for (const storage of storages) await storage.remove();
	}
}

async function loadTime({ folder }: Storage): Promise<number> {
	const worker = startWorker<LoadPackageRequest, number>(path.join(import.meta.dirname, 'load-package.ts'));
	try {
		return await worker.request({ packageFolder: ROOT, userFolder: path.join(folder, 'loader') });
	} finally {
		await worker.end();
	}
}

/** Returns the milliseconds from the start of the process until n8n is ready. */
async function startTime(settings: N8nSettings): Promise<number> {
	const startedAt = performance.now();
	const { service, ready } = startN8n(settings);
	const readiness = `http://127.0.0.1:${settings.port}/healthz/readiness`;
	try {
		await until({ what: 'n8n to be ready', seconds: 180, everyMs: 20 }, async () => {
			if (!service.isRunning()) throw new Error(service.lastLines().join('\n'));
			return (await fetch(readiness)).ok ? true : undefined;
		});
		const took = performance.now() - startedAt;
		await ready;
		return took;
	} finally {
		await service.stop();
	}
}
