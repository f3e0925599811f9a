// Preloaded into a service that is to take files, and not to read them.
process.env.INGEST_CONCURRENCY = '0';
