import type { Routes } from '../dependencies.ts';

export const contactRoutes: Routes = () => Promise.resolve();
