import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Lines of npm's settings files: an option set there, such as force=true, was not typed by somebody who forgot `--`. */
const settingsOf = ({
  npm_config_local_prefix: project,
  npm_config_userconfig: user,
  npm_config_globalconfig: everybody,
}: NodeJS.ProcessEnv) =>
  [project && path.join(project, '.npmrc'), user, everybody].flatMap((file) =>
    file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [],
  )

/**
 * Where `--` is left out, npm keeps an option for itself, and says so only in the environment: the command would do more than was asked.
 * @returns what to tell whoever typed it; undefined where npm kept none of these options
 */
export function keptByNpm(
  options: readonly string[],
  typed: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const isTyped = (option: string) => typed.some((word) => word === `--${option}` || word.startsWith(`--${option}=`))
  const isSetting = (option: string) => settingsOf(environment).some((line) => line.split('=')[0]!.trim() === option)
  const kept = options.find(
    (option) => environment[`npm_config_${option.replaceAll('-', '_')}`] && !isTyped(option) && !isSetting(option),
  )
  return (
    kept &&
    `npm has kept --${kept} for itself, and nothing was done. Put -- in front of what is for the command: npm run ${environment.npm_lifecycle_event ?? 'COMMAND'} -- … --${kept}`
  )
}
