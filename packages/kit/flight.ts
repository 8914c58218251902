import pg from 'pg';

/** A statement as pg takes it: its text, or one that has a name, and its values. */
export type Statement = [statement: string | pg.QueryConfig, values?: unknown[]];

/** What a query of pg does to send itself; not among its types. */
interface Sendable {
  /** Whether the connection has planned, or was asked to plan, the statement of this name. */
  hasBeenParsed(connection: pg.Connection): boolean;
  /** @returns why it cannot be sent; null when it was */
  submit(connection: pg.Connection): Error | null;
}

/** The names of statements that a connection was asked to plan, with their texts. */
type Planned = pg.Connection & { submittedNamedStatements: Record<string, string> };

/**
 * Statements that go to Postgres together and are answered together, in one round trip. When one fails, Postgres skips what
 * is behind it, also a commit. (Queries of pg's pipeline each end by themselves: those behind a failed one are carried out.)
 */
export class Flight extends pg.Query {
  /** A result for each statement. Rejects with the error of the one that failed. */
  readonly answer: Promise<pg.QueryResult[]>;

  constructor(statements: readonly Statement[]) {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>();
    let refused: unknown;
    let forgetNew = () => {};
    super('', (error: unknown, results: unknown) => {
      const failed = refused ?? error;
      if (!failed) return resolve([results].flat() as pg.QueryResult[]);
      forgetNew();
      reject(failed);
    });
    this.answer = promise;
    const queries = statements.map(([statement, values]) => {
      const config = typeof statement === 'string' ? { text: statement } : statement;
      const refuse = (error: unknown) => {
        refused ??= error;
      };
      const query = new pg.Query({ ...config, queryMode: 'extended' } as pg.QueryConfig, values, refuse);
      return { name: config.name, query: query as unknown as Sendable };
    });
    this.submit = (connection) => {
      // Postgres answers at each `sync`: the statements share one.
      const sharing = Object.create(connection, { sync: { value: () => {} } }) as Planned;
      const added: string[] = [];
      // Those behind the failed one were not planned.
      forgetNew = () => {
        for (const name of added) delete sharing.submittedNamedStatements[name];
      };
      connection.stream.cork();
      try {
        for (const { name, query } of queries) {
          if (name !== undefined && !query.hasBeenParsed(connection)) {
            // It is planned after all, where it stood before one that failed.
            connection.close({ type: 'S', name }, true);
            added.push(name);
          }
          const error = query.submit(sharing);
          refused ??= error ?? undefined;
          if (refused !== undefined) break;
        }
      } finally {
        connection.sync();
        connection.stream.uncork();
      }
      return null;
    };
  }
}

/** The text of a statement; none of a flight, whose statements are spans of their own. */
export const textOf = (statement: unknown): unknown =>
  statement instanceof Object && !(statement instanceof Flight) && 'text' in statement ? statement.text : statement;
