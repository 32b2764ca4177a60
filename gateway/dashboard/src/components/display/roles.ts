import type { Role } from '../../api/types.ts';

export const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', operator: 'Operator', viewer: 'Viewer' };
