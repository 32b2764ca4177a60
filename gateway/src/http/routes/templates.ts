import type { Routes } from '../dependencies.ts';

export const templateRoutes: Routes = () => Promise.resolve();
