import { readdirSync, readFileSync } from 'node:fs';

/** /proc counts processor time in hundredths of a second. */
const TICKS = 100;

/** Returns the processor time of a process, user and system, in seconds. */
export function processorTime(pid: number): number {
	const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Returns the resident memory of a process in bytes. */
export function residentMemory(pid: number): number {
	const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return Number(kilobytes ?? Number.NaN) * 1024;
}

/** Returns the number of open files and sockets of a process. */
export function openFiles(pid: number): number {
	return readdirSync(`/proc/${pid}/fd`).length;
}
