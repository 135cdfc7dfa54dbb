import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BoardTypeManifest, RemoteManifest } from '@multiball/shared/schema'
import type * as v from 'valibot'
import { ChangeRefused } from '../command/refused'
import { integrityOf } from '../disk/fileHashes'
import { boardTypeProblems } from './boardTypeProblems'
import { convertSettings } from './convertSettings'

const refusal = (manifest: BoardTypeManifest, problems: readonly string[]) =>
  new ChangeRefused(
    `The board type ${manifest.name} is not whole:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  )

/** What the module of the settings exports. It runs as it is: it may import valibot and the schemas of shared, and nothing of a page. */
async function load(folder: string, manifest: BoardTypeManifest): Promise<unknown> {
  const file = path.resolve(folder, manifest.settings)
  if (!existsSync(file)) throw refusal(manifest, [`"settings" names ${manifest.settings}, where no file is.`])
  try {
    const module = (await import(pathToFileURL(file).href)) as { settings?: unknown }
    return module.settings
  } catch (error) {
    throw refusal(manifest, [
      `${manifest.settings} does not run in Node.js: ${(error as Error).message}\n  It may import valibot and @multiball/shared/schema, and nothing of a page.`,
    ])
  }
}

/**
 * The settings of the board type that a remote brings along, as the JSON Schema that is published; undefined where it brings none.
 * @throws ChangeRefused when the settings, or what remote.json says of them, cannot be published
 */
export async function settingsOf(folder: string, manifest: RemoteManifest): Promise<string | undefined> {
  const { boardType } = manifest
  if (!boardType) return undefined
  const settings = await load(folder, boardType)
  const { schema, problems } = convertSettings(settings)
  if (problems.length > 0) throw refusal(boardType, problems)
  const text = JSON.stringify(schema)
  const wrong = boardTypeProblems({ ...manifest, boardType }, settings as v.GenericSchema, schema, text)
  if (wrong.length > 0) throw refusal(boardType, wrong)
  return text
}

/**
 * Writes the settings beside the files of a finished build.
 * @returns its name there, and its integrity
 * @throws ChangeRefused
 */
export async function writeSettings(
  folder: string,
  manifest: RemoteManifest | undefined,
): Promise<{ src: string; integrity: string } | undefined> {
  const text = manifest && (await settingsOf(folder, manifest))
  if (text === undefined) return undefined
  const src = `settings.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`
  mkdirSync(path.join(folder, 'dist'), { recursive: true })
  writeFileSync(path.join(folder, 'dist', src), text)
  return { src, integrity: integrityOf(text) }
}
