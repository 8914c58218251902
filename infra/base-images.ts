/**
 * The images of others that the portal builds on and runs beside, by version for people and by digest (of the index of all
 * platforms) for machines: what a tag means can change overnight, a digest cannot. `docker buildx imagetools inspect <tag>`
 * prints the digest of a newer one; compose.yaml and Dockerfile repeat these as their defaults, which a test compares.
 */
export const baseImages = {
  node: 'node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6',
  postgres: 'postgres:18.6@sha256:5a5a84b19854a9ffaa54082c166ff4ec27473a361e496e5ea167f298f2da9722',
  kafka: 'apache/kafka:4.2.0@sha256:9516fb7634bad307d17c33b589fde9023003b0cb761374f500002b980a3149b9',
  redis: 'redis:8.10.1@sha256:298e5b3bc566bade82f46ad5511777a4a07a294097ce16ada2f6a42be5239df5',
} as const;

/** The edge of compose.yaml, by version alone, as its digest could not be looked up. Whoever wants one sets CADDY_IMAGE. */
export const edgeImage = 'caddy:2.10.2';

/** The scanner of compose.yaml, likewise; CLAMAV_IMAGE. The releases of 1.4 are supported for long. */
export const scannerImage = 'clamav/clamav:1.4';

/** What infra/compose/kannel.Dockerfile makes of Debian's package, and what it makes it on, likewise; KANNEL_IMAGE. */
export const kannelImage = 'tma/kannel:1.4.5';
export const kannelBase = 'debian:12.11-slim';
