import { createTransport as createNodemailer, type Transporter } from 'nodemailer';

/** How many mails are on their way to the SMTP server at once, each on a connection of its own, unless its URL says otherwise. */
const defaultConnections = 5;

export const connectionsOf = (url: string) =>
  Number(new URL(url).searchParams.get('maxConnections')) || defaultConnections;

/**
 * A pool of connections to the SMTP server, which stay open for the next mails. Nothing in a mail makes it read a file or a
 * URL. A password is sent over TLS alone, whoever on the way hides that the server knows STARTTLS; `?requireTLS=false` in the
 * URL, whose word comes last, allows more.
 */
export const createTransport = (url: string): Transporter =>
  createNodemailer({
    url,
    requireTLS: new URL(url).username !== '',
    pool: true,
    maxConnections: connectionsOf(url),
    maxRequeues: 0,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
