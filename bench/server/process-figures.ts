import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second in which /proc counts processor time. */
const TICKS = 100;

/** Seconds of processor time a process has used, in its own code and in the system's. */
export function processorTime(pid: number): number {
	const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Memory a process holds, in bytes. */
export function residentMemory(pid: number): number {
	const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return Number(kilobytes ?? Number.NaN) * 1024;
}

/** Files and sockets a process holds open. */
export function openFiles(pid: number): number {
	return readdirSync(`/proc/${pid}/fd`).length;
}
