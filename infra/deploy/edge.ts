import { bodyMb } from './settings.ts';

/**
 * Caddy's configuration for one server: TLS by the name in PUBLIC_URL, whose certificate Caddy gets and renews by itself; HTTP/1.1, 2
 * and 3 are its default. Headers that take long end the connection, and so does a body that takes longer than the portal's own
 * servers wait for one. A caller's `X-Forwarded-For` is replaced.
 */
export const caddyfile = (): string => `# Written by npm run manifests from infra/deploy/edge.ts.
{
	admin off
	# A certificate of its own authority, as for localhost, makes no change to the machine.
	skip_install_trust
	http_port {$HTTP_PORT:80}
	https_port {$HTTPS_PORT:443}
	servers {
		timeouts {
			read_header 10s
			read_body 15m
			idle 2m
		}
		max_header_size 16KB
	}
}

{$PUBLIC_URL} {
	request_body {
		max_size {$MAX_BODY_MB:${bodyMb}}MB
	}
	reverse_proxy {$UPSTREAM:gateway:8080}
}
`;
