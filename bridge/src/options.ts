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
