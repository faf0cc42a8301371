// Preloaded into children that do not watch their supervisor themselves.
process.on('disconnect', () => process.exit(0));
// It may have ended while this process began.
if (process.connected === false) process.exit(0);
process.channel?.unref();
