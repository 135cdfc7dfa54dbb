import { readFileSync } from 'node:fs'

/** The shell script under the heading "From a pipeline" of a page of the documentation. @throws when there is none */
export function pipelineOf(file: string): string {
  const [, script] = /^## From a pipeline$[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(readFileSync(file, 'utf8')) ?? []
  if (script === undefined) throw new Error(`${file} has no pipeline`)
  return script
}

/** The same without what it takes visitors for: nobody waits, and no failure was reported. */
export const rehearsed = (script: string): string =>
  script
    .split('\n')
    .filter((line) => !/^(?:npm ci|export |sleep )/.test(line))
    .map((line) => line.replace(/npm run remotes -- errors [^\n;]*/, 'true'))
    .join('\n')
