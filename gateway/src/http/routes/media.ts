import type { Routes } from '../dependencies.ts';

export const mediaRoutes: Routes = () => Promise.resolve();
