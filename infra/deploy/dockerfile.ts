/** What a Dockerfile says, as far as it can be held against the table of the system. */
export interface Stage {
  name: string;
  command: string[];
  env: Record<string, string>;
  user: string;
  healthcheck: string;
  /** Paths of the project that were copied from it, folders, files or patterns. */
  copied: string[];
  installs: string[];
}

/** Reads the stages of a Dockerfile; one that begins with another has what that has. */
export function dockerfileStages(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const [, from = '', name = ''] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
      stages.push(
        begun(
          name,
          stages.find((stage) => stage.name === from),
        ),
      );
    }
    const stage = stages.at(-1);
    if (stage) read(stage, instruction, rest);
  }
  return stages;
}

const begun = (name: string, from?: Stage): Stage => ({
  name,
  command: from?.command ?? [],
  env: { ...from?.env },
  user: from?.user ?? 'root',
  healthcheck: from?.healthcheck ?? '',
  copied: [...(from?.copied ?? [])],
  installs: [],
});

function read(stage: Stage, instruction: string, rest: string): void {
  if (instruction === 'CMD') stage.command = JSON.parse(rest) as string[];
  if (instruction === 'USER') stage.user = rest;
  if (instruction === 'HEALTHCHECK') stage.healthcheck = rest;
  if (instruction === 'ENV') {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
  }
  if (instruction === 'COPY' && !rest.startsWith('--')) stage.copied.push(...rest.split(/\s+/).slice(0, -1));
  if (instruction === 'RUN' && rest.startsWith('npm ci')) stage.installs.push(rest);
}
