import path from 'node:path';

/** The folder of the repository, which is the n8n package. */
export const ROOT = path.resolve(__dirname, '..', '..', '..');
