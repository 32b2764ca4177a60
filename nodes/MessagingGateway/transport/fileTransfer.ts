import type { IExecuteFunctions } from 'n8n-workflow';

/** The stream of a file, as n8n opens it. */
export type FileStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** Milliseconds for an upload or a download: long enough for 100 MB over a slow connection. */
export const FILE_TIMEOUT_MS = 600_000;
