/** Loaded into every process before its own code: sets variables of its environment that it has (`?NAME=value&…`). */
for (const [name, value] of new URL(import.meta.url).searchParams) if (name in process.env) process.env[name] = value;
