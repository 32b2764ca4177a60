import type { DriverContext } from '../../driver.ts';

type Session = DriverContext['session'];

/** Reads the values of a session. */
export type SessionReader = Pick<Session, 'read' | 'readAll' | 'list'>;

/**
 * Reads all values of a session in one query, for a device that connects: after a start, and after the end of another
 * gateway, thousands do at the same time.
 */
export async function readSessionSnapshot(session: Pick<Session, 'list'>): Promise<SessionReader> {
	const values = await session.list('');
	const select = (isWanted: (key: string) => boolean): ReadonlyMap<string, string> =>
		new Map([...values].filter(([key]) => isWanted(key)));
	return {
		read: (key) => Promise.resolve(values.get(key) ?? null),
		readAll: (keys) => {
			const wanted = new Set(keys);
			return Promise.resolve(select((key) => wanted.has(key)));
		},
		list: (prefix) => Promise.resolve(select((key) => key.startsWith(prefix))),
	};
}
