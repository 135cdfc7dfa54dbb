/** What was typed cannot be carried out; its message says what to type. */
export class UsageError extends Error {}

/**
 * What was typed, as `read` takes it apart. Where --help or -h was, the usage is printed and nothing else is done.
 * @param read parseArgs with the options that there are
 * @throws UsageError with the usage, for an option that there is not and for one without its value
 */
export function readOptions<Values>(
  usage: string,
  read: () => { values: Values },
  typed: readonly string[] = process.argv.slice(2),
): Values {
  if (typed.includes('--help') || typed.includes('-h')) {
    console.log(usage)
    process.exit()
  }
  try {
    return read().values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

/**
 * Where the server is, as it was typed or set.
 * @throws UsageError with the usage where it is missing, otherwise with what is wrong
 */
export function serverOf(typed: string | undefined, usage: string): string {
  const server = typed ?? process.env.MULTIBALL_SERVER
  if (!server) throw new UsageError(usage)
  if (!/^https?:\/\/./.test(server) || !URL.canParse(server))
    throw new UsageError(`"${server}" is not an address: http:// or https:// is expected.`)
  return server
}

export interface Address {
  host: string
  port: number
}

/** @throws UsageError */
export function addressOf(text: string): Address {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port < 1 || port > 65_535)
    throw new UsageError(`"${text}" is not an address: HOST:PORT is expected.`)
  return { host, port }
}
