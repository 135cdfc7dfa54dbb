import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { S3mini, S3ServiceError } from 's3mini'
import type { BackupStore } from './stores'

interface Parts {
  partBytes: number
  /** for one part to be taken or given: a whole backup may take hours */
  patienceMs: number
}

/** S3 takes up to 10,000 parts: 320 GB. At most one is in memory at a time. */
const usualParts: Parts = { partBytes: 32 * 1024 * 1024, patienceMs: 120_000 }

/**
 * Backups in a bucket of an S3-compatible store. `url` is https://KEY:SECRET@host/bucket/folder?region=eu-central-1; folder
 * and region may be missing. The bucket must be there.
 */
export function s3Store(url: string, { partBytes, patienceMs }: Parts = usualParts): BackupStore {
  const { origin, protocol, host, username, password, pathname, searchParams } = new URL(url)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  const prefix = folders.map((folder) => `${decodeURIComponent(folder)}/`).join('')
  const s3 = new S3mini({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    endpoint: `${origin === 'null' ? `${protocol}//${host}` : origin}/${bucket}`,
    region: searchParams.get('region') ?? 'us-east-1',
    requestAbortTimeout: patienceMs,
  })

  async function putParts(key: string, file: Awaited<ReturnType<typeof open>>, bytes: number) {
    const upload = await s3.getMultipartUploadId(key, 'application/octet-stream')
    try {
      const parts: Awaited<ReturnType<typeof s3.uploadPart>>[] = []
      for (let at = 0; at < bytes; at += partBytes)
        parts.push(
          await s3.uploadPart(key, upload, await readPart(file, at, Math.min(partBytes, bytes - at)), parts.length + 1),
        )
      await s3.completeMultipartUpload(key, upload, parts)
    } catch (error) {
      await s3.abortMultipartUpload(key, upload).catch(() => {})
      throw error
    }
  }

  async function* fetchParts(key: string) {
    for (let at = 0, bytes = 1; at < bytes; at += partBytes) {
      const { body, headers } = await s3.getObjectRaw(key, false, at, at + partBytes)
      // A store that knows no ranges says none, and has sent all of it.
      bytes = Number(headers.get('content-range')?.split('/')[1] ?? 0)
      if (body) yield* body
    }
  }

  return {
    list: async () =>
      ((await s3.listObjects('/', prefix)) ?? [])
        .map(({ Key }) => Key.slice(prefix.length))
        .filter((name) => name !== '' && !name.includes('/')),
    put: async (name, from) => {
      const file = await open(from)
      try {
        const { size } = await file.stat()
        if (size > partBytes) await putParts(prefix + name, file, size)
        else await s3.putObject(prefix + name, await readPart(file, 0, size), 'application/octet-stream')
      } finally {
        await file.close()
      }
    },
    get: async (name, to) => {
      try {
        await pipeline(fetchParts(prefix + name), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
      } catch (error) {
        throw error instanceof S3ServiceError && error.status === 404 ? new Error(`The store has no ${name}`) : error
      }
    },
    remove: async (name) => {
      if (!(await s3.deleteObject(prefix + name))) throw new Error(`The store did not remove ${name}`)
    },
  }
}

async function readPart(file: Awaited<ReturnType<typeof open>>, at: number, bytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(bytes)
  for (let read = 0; read < part.length;) {
    const { bytesRead } = await file.read(part, read, part.length - read, at + read)
    if (bytesRead === 0) throw new Error('The file was cut while it was being read')
    read += bytesRead
  }
  return part
}
