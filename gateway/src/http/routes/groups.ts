import type { Routes } from '../dependencies.ts';

export const groupRoutes: Routes = () => Promise.resolve();
