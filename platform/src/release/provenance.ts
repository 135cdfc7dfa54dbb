import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ChangeRefused } from '../command/refused'

/** What a release was made of, and how. */
interface Making {
  /** absolute, of what was made */
  files: readonly string[]
  /** absolute, of what names the packages of others by their hashes */
  lockFile: string
  /** in full; undefined where the sources are not in git */
  commit: string | undefined
  /** whether files differ from the commit */
  isChanged: boolean
  /** the command and its arguments */
  command: readonly string[]
  /** of the Node.js that ran it */
  node: string
}

const payloadType = 'application/vnd.in-toto+json'
const sha256 = (file: string) => ({ sha256: createHash('sha256').update(readFileSync(file)).digest('hex') })

/** Says of files what they were made of and how: an in-toto statement with SLSA's provenance, version 1, as JSON. */
export function provenanceOf({ files, lockFile, commit, isChanged, command, node }: Making): string {
  const sources =
    commit === undefined
      ? []
      : [{ name: 'sources', digest: { gitCommit: commit }, annotations: { changedAfterwards: isChanged } }]
  return JSON.stringify({
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map((file) => ({ name: path.basename(file), digest: sha256(file) })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://multiball.invalid/npm-run-release/v1',
        externalParameters: { command },
        resolvedDependencies: [...sources, { name: path.basename(lockFile), digest: sha256(lockFile) }],
      },
      // Whoever ran the command: only a signature says who that was.
      runDetails: { builder: { id: 'https://multiball.invalid/by-hand', version: { node } } },
    },
  })
}

/**
 * A statement in an envelope (DSSE) that holds its signature, as JSON.
 * @param key an Ed25519 private key in PEM, as `openssl genpkey -algorithm ed25519` makes it
 * @throws Error when it is another kind of key or none
 */
export function signed(statement: string, key: string): string {
  const secret = createPrivateKey(key)
  if (secret.asymmetricKeyType !== 'ed25519') throw new Error('Releases are signed with Ed25519.')
  const keyid = createHash('sha256')
    .update(createPublicKey(secret).export({ type: 'spki', format: 'der' }))
    .digest('hex')
  const payload = Buffer.from(statement)
  const sig = sign(
    null,
    Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]),
    secret,
  )
  return JSON.stringify({
    payloadType,
    payload: payload.toString('base64'),
    signatures: [{ keyid, sig: sig.toString('base64') }],
  })
}

/**
 * The key that a release is signed with.
 * @param file of RELEASE_KEY_FILE; undefined for a release that is not signed
 * @throws ChangeRefused when it holds no key that can sign one
 */
export function readReleaseKey(file: string | undefined): string | undefined {
  if (!file) return undefined
  try {
    const key = readFileSync(file, 'utf8')
    signed('{}', key)
    return key
  } catch (error) {
    throw new ChangeRefused(
      `RELEASE_KEY_FILE=${file} cannot sign a release (${(error as Error).message}). It names an Ed25519 key in PEM: openssl genpkey -algorithm ed25519 -out ${file}`,
    )
  }
}
