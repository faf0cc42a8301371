// A thread does not inherit the hooks by which an older Node reads TypeScript.
if (!process.features.typescript) (await import('tsx/esm/api')).register();
await import('./import-thread.ts');
