import { parseArgs, type ParseArgsConfig } from 'node:util'

/** What was typed cannot be carried out; its message says what to type. */
export class UsageError extends Error {}

type Values<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<typeof parseArgs<{ options: Options }>>['values']

/** @throws UsageError with the usage, for an option that there is not and for one without its value */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: Options, typed = process.argv.slice(2)): Values<Options> {
  try {
    return parseArgs({ args: typed, options }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}
