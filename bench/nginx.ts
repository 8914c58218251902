import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, until } from '../infra/processes/children.ts';
import { accepts, freePort } from '../infra/processes/ports.ts';
import type { Peer } from './peer.ts';

/** Where the packages of common systems install it. */
const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);

/** Starts nginx as a proxy that keeps its connections; null where it is not installed. */
export async function startNginx(upstream: string): Promise<Peer | null> {
  if (!program) return null;
  const folder = await mkdtemp(join(tmpdir(), 'tma-bench-nginx-'));
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(config, configOf(folder, port, new URL(upstream).host));
  const child = startProgram(program, ['-p', folder, '-c', config, '-e', 'stderr'], {});
  await until('nginx', child, () => accepts(port), 10_000);
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.process.pid ?? 0,
    async stop() {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const configOf = (folder: string, port: number, upstream: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  keepalive_requests 1000000;
  upstream service {
    server ${upstream};
    keepalive 64;
    keepalive_requests 1000000;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
