import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

/** Where one gateway, or several on one database, keep what they store. */
export interface Place {
	/** A folder for a gateway's files. */
	folder: string;
	/** Settings that select the database. */
	settings: Record<string, string>;
	remove(): Promise<void>;
}

/** Gives new, empty places. */
export interface Engine {
	name: EngineName;
	place(): Promise<Place>;
	stop(): Promise<void>;
}

/** The embedded database: a file in the folder. */
export const SQLITE: Engine = {
	name: 'sqlite',
	async place() {
		const folder = await mkdtemp(path.join(tmpdir(), 'gateway-bench-'));
		return { folder, settings: {}, remove: () => rm(folder, { recursive: true, force: true }) };
	},
	stop: () => Promise.resolve(),
};
