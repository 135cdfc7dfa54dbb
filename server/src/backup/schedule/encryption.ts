import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { StartError } from '../../ground/process/startError'

/*
 * Backups in the format of age (https://age-encryption.org/v1): the server has only the public keys of those who may read
 * them, and any age opens them. Each is encrypted for a key of the moment as well, which never leaves the memory, so that what
 * is stored can be read once to check it.
 */

/** Read for the first encrypted backup: most servers make none. */
const age = () => import('age-encryption')

/** A key that is forgotten after the check. */
export const momentaryIdentity = async (): Promise<string> => (await age()).generateX25519Identity()

const reading = (file: string) => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>

/** Only its owner may read it. */
const writing = (stream: ReadableStream<Uint8Array>, file: string, signal?: AbortSignal) =>
  pipeline(
    Readable.fromWeb(stream as NodeReadableStream),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )

/** Encrypts a file for these recipients (`age1…`) and the owner of an identity. */
export async function encryptFile(
  from: string,
  to: string,
  recipients: readonly string[],
  identity: string,
  signal?: AbortSignal,
): Promise<void> {
  const { Encrypter, identityToRecipient } = await age()
  const encrypter = new Encrypter()
  for (const recipient of [...recipients, await identityToRecipient(identity)]) encrypter.addRecipient(recipient)
  await writing(await encrypter.encrypt(reading(from)), to, signal)
}

/** Decrypts a file with one of these identities (`AGE-SECRET-KEY-1…`). Throws StartError when none fits, and for damaged files. */
export async function decryptFile(
  from: string,
  to: string,
  identities: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    await writing(await decrypter.decrypt(reading(from)), to, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new StartError(`${from} cannot be decrypted: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** The identities in a file as age-keygen writes it. Throws StartError, without anything of the file, when there are none. */
export async function readIdentities(file: string): Promise<string[]> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`BACKUP_IDENTITY_FILE names ${file}, which cannot be read (${error.code}).`)
  })
  const found: string[] = []
  for await (const line of handle.readLines())
    if (/^AGE-SECRET-KEY-1[0-9A-Z]+$/.test(line.trim())) found.push(line.trim())
  if (found.length === 0) throw new StartError(`BACKUP_IDENTITY_FILE names ${file}, which holds no key of age.`)
  return found
}
