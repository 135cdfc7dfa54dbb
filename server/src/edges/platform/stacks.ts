import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { mapsName } from '@multiball/platform/registry'
import type { MappedFrame, PublishedFrame } from '@multiball/shared/schema'
import { LRUCache } from 'lru-cache'

const unzip = promisify(gunzip)

/** Maps that are kept: some hundred kilobytes each. */
const mostMaps = 12

/** Finds the sources of what ran, by the maps that were published with that very version. */
export class Stacks {
  private readonly maps = new LRUCache<string, Promise<TraceMap | 'none'>>({ max: mostMaps })

  constructor(private readonly deployFolder: string) {}

  /** @param frames such as a page reports them: a column is counted from 1 */
  map(frames: readonly PublishedFrame[]): Promise<MappedFrame[]> {
    return Promise.all(frames.map(async (frame) => ({ ...frame, source: await this.sourceOf(frame) })))
  }

  private async sourceOf({ file, line, column }: PublishedFrame): Promise<MappedFrame['source']> {
    const map = await this.mapOf(file)
    if (map === 'none') return null
    const found = originalPositionFor(map, { line, column: Math.max(0, column - 1) })
    return found.source === null ? null : { file: found.source, line: found.line, column: found.column + 1 }
  }

  /** The file's name has no more in it than the schema lets through: it leads nowhere else. */
  private mapOf(file: string): Promise<TraceMap | 'none'> {
    const known = this.maps.get(file) ?? readMap(path.join(this.deployFolder, mapsName, `${file}.map.gz`))
    this.maps.set(file, known)
    return known
  }
}

/** Versions from before maps were kept have none; one that cannot be read is as good as none. */
const readMap = (file: string): Promise<TraceMap | 'none'> =>
  readFile(file)
    .then((bytes) => unzip(bytes))
    .then(
      (text) => new TraceMap(text.toString('utf8')),
      () => 'none' as const,
    )
