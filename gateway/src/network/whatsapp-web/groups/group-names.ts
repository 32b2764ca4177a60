import type { GroupMetadata } from 'baileys';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { DriverContext } from '../../driver.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import { refusalCode } from '../errors/refusal-code.ts';
import type { DeviceConnection } from '../device.ts';

/** Most groups whose names are kept in memory; the one that was stored first is dropped first. */
const MAX_GROUPS = 5000;
/** Groups in one report. */
const BATCH_SIZE = 200;
/** Groups whose metadata is fetched at the same time. */
const MAX_FETCHES = 4;

/** The names of the groups of a device. */
export interface GroupNames {
	/** Subscribes to the names that a connection receives. */
	attach(connection: DeviceConnection): void;
	/** A group has another name: later messages have it. The change is reported elsewhere. */
	rename(groupId: string, name: string): void;
	/** The name of a group; null: unknown. It is then fetched, and reported when it is known. */
	nameOf(connection: DeviceConnection, groupId: string): string | null;
}

/** `report` must not throw. */
export function createGroupNames(
	report: (...events: Parameters<DriverContext['report']>) => void,
): GroupNames {
	/** By group; null: a query for the name is running, or WhatsApp has refused it on this connection. */
	const names = new Map<string, string | null>();
	let fetches = 0;

	function set(groupId: string, name: string | null): void {
		names.set(groupId, name);
		dropOldest(names, MAX_GROUPS);
	}

	function learn(groups: readonly Partial<GroupMetadata>[]): void {
		const news: { id: string; name: string }[] = [];
		for (const { id, subject } of groups) {
			if (id === undefined || !subject || !isGroupJid(id)) continue;
			const name = sanitizeName(subject);
			if (names.get(id) === name) continue;
			set(id, name);
			news.push({ id, name });
		}
		for (let from = 0; from < news.length; from += BATCH_SIZE)
			report([{ kind: 'group_names', groups: news.slice(from, from + BATCH_SIZE) }]);
	}

	async function fetch({ socket }: DeviceConnection, groupId: string): Promise<void> {
		fetches += 1;
		set(groupId, null);
		try {
			learn([await socket.groupMetadata(groupId)]);
		} catch (error) {
			// A query without an answer is repeated for the next message of the group; a refused one on the next connection.
			if (refusalCode(error) === null && names.get(groupId) === null) names.delete(groupId);
		} finally {
			fetches -= 1;
		}
	}

	return {
		attach({ socket }) {
			for (const [groupId, name] of names) if (name === null) names.delete(groupId);
			socket.ev.on('groups.upsert', learn);
			socket.ev.on('groups.update', learn);
		},
		rename: (groupId, name) => {
			set(groupId, sanitizeName(name));
		},
		nameOf(connection, groupId) {
			const name = names.get(groupId);
			if (name === undefined && fetches < MAX_FETCHES) void fetch(connection, groupId);
			return name ?? null;
		},
	};
}
