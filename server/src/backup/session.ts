import pg from 'pg'

// The same bytes from every server, and no clock that ends long work.
const settings = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set timezone = 'UTC';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'
`

/** Does something over one connection of its own, which is closed at the end, in the middle of a query too when `signal` says so. */
export async function withSession<Result>(url: string, signal: AbortSignal | undefined, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'multiball-backup', connectionTimeoutMillis: 10_000 })
  // What breaks the connection fails the query that is under way.
  client.on('error', () => {})
  const stop = () => void client.end().catch(() => {})
  await client.connect()
  signal?.addEventListener('abort', stop)
  try {
    await client.query(settings)
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}
