// Preloaded into children that do not watch their supervisor themselves.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
