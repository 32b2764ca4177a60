import path from 'node:path';

/** The repository, which is the n8n package itself. */
export const ROOT = path.resolve(__dirname, '..', '..', '..');
