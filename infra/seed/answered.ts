import { CommandError } from '../command.ts';

/** Calls the portal. @returns the parsed answer. Throws a CommandError where the call was refused. */
export async function answered<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new CommandError(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
